// @vitest-environment happy-dom
/** A token is renewed while this tab changes the password: the real package, and a provider that ends what is older (2.27). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLocks } from "../../tests/support/fake-locks.ts";
import { idTokenWith } from "../../tests/support/provider-answers.ts";
import { createIdentity } from "./firebase.ts";
import type { IdentityUser } from "./identity.ts";
import { changeSettled, changingSignIn } from "./sign-in-change.ts";

const provider = await vi.hoisted(async () =>
  (await import("../../tests/support/provider-answers.ts")).answerForProvider(),
);

function signedIn(refreshToken: string) {
  return {
    localId: "ada",
    email: "ada@example.org",
    idToken: idTokenWith({ sub: "ada", refreshToken }),
    refreshToken,
    expiresIn: "3600",
  };
}

let answerChange = () => {};
/** Whether the provider has made the change, whose answer is still under way. */
let isChanged = false;

beforeEach(() => {
  isChanged = false;
  vi.spyOn(navigator, "locks", "get").mockReturnValue(createLocks());
  provider.answer.mockImplementation(async (input, init) => {
    const url = String(input);
    if (url.includes("signInWithPassword")) return Response.json(signedIn("old"));
    if (url.includes("accounts:update")) {
      isChanged = true;
      await new Promise<void>((resolve) => (answerChange = resolve));
      return Response.json({ ...signedIn("new"), providerUserInfo: [] });
    }
    if (url.includes("accounts:lookup"))
      return Response.json({ users: [{ localId: "ada", email: "ada@example.org", providerUserInfo: [] }] });
    const refreshToken = new URLSearchParams(String(init?.body)).get("refresh_token") ?? "";
    if (isChanged && refreshToken === "old")
      return Response.json({ error: { code: 400, message: "TOKEN_EXPIRED" } }, { status: 400 });
    const { idToken } = signedIn(refreshToken);
    return Response.json({ access_token: idToken, refresh_token: refreshToken, expires_in: "3600", user_id: "ada" });
  });
});
afterEach(() => provider.restore());

test.each([
  ["that is renewed", true],
  ["that has run out", false],
])("a token %s waits for the answer, and is made with the new sign-in", async (_, fresh) => {
  const identity = createIdentity({ kind: "embedded", google: "demo" }, location.origin, {
    present: "none",
    next: () => "none",
  });
  await identity.signIn("ada@example.org", "Engine#1843");
  const told: (IdentityUser | null)[] = [];
  identity.onChange((user) => told.push(user));
  const changed = identity.changePassword("Another!1horse");
  await vi.waitFor(() => expect(isChanged).toBe(true));
  if (!fresh) vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_590_000);
  const renewed = identity.token(fresh).catch((error: unknown) => error);
  answerChange();
  await changed;
  const [, claims = ""] = String(await renewed).split(".");
  expect(JSON.parse(atob(claims))).toMatchObject({ refreshToken: "new" });
  expect(told).not.toContain(null);
});

test("a change that waits for a tab that has gone to sleep holds up no token", async () => {
  const { locks } = navigator;
  void locks.request("offbeat-sign-in-change", () => new Promise(() => {}));
  const work = vi.fn<() => Promise<void>>();
  void changingSignIn(work);
  await changeSettled();
  expect(work).not.toHaveBeenCalled();
});
