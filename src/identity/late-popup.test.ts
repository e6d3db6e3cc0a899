// @vitest-environment happy-dom
/** Google's window is left open, and the person logs in by password: the real package behind it (specification 2.14). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { idTokenWith } from "../../tests/support/provider-answers.ts";
import { createIdentity } from "./firebase.ts";
import type { IdentityUser } from "./identity.ts";

const popup = { closed: false, focus() {} } as unknown as Window;

const provider = await vi.hoisted(async () =>
  (await import("../../tests/support/provider-answers.ts")).answerForProvider(),
);

function signedIn(uid: string) {
  return {
    localId: uid,
    email: `${uid}@example.org`,
    idToken: idTokenWith({ sub: uid, email: `${uid}@example.org` }),
    refreshToken: `refresh-${uid}`,
    expiresIn: "3600",
  };
}

beforeEach(() => {
  vi.stubGlobal(
    "open",
    vi.fn<() => Window>(() => popup),
  );
  provider.answer.mockImplementation(async (input, init) => {
    const url = String(input);
    if (url.includes("signInWithPassword")) return Response.json(signedIn("ada"));
    if (url.includes("signInWithIdp")) return Response.json({ ...signedIn("ben"), providerId: "google.com" });
    const token = String(init?.body).match(/idToken":"[^.]*\.([^.]*)/)?.[1] ?? "";
    const { sub: uid } = JSON.parse(atob(token)) as { sub: string };
    return Response.json({ users: [{ localId: uid, email: `${uid}@example.org`, providerUserInfo: [] }] });
  });
});
afterEach(() => {
  provider.restore();
  vi.unstubAllGlobals();
});

/** Google's window stands open, and what the page hears of who is signed in. */
async function openGoogle() {
  const identity = createIdentity({ kind: "embedded", google: "demo" }, location.origin, {
    present: "none",
    next: () => "none",
  });
  // The package has one user for all of this file.
  await identity.signOut();
  const told: (string | undefined)[] = [];
  identity.onChange((user: IdentityUser | null) => told.push(user?.uid));
  const google = identity.signInWithGoogle().catch((error: unknown) => error);
  await vi.waitFor(() => expect(window.open).toHaveBeenCalled());
  return { identity, told, google };
}

function answerGoogle(): void {
  const data = { type: "offbeat-demo-google", assertion: "signed" };
  window.dispatchEvent(new MessageEvent("message", { source: popup, origin: location.origin, data }));
}

test("an account that is chosen in Google's window later does not take the place of who signed in meanwhile", async () => {
  const { identity, told, google } = await openGoogle();
  await identity.signIn("ada@example.org", "Engine#1843");
  answerGoogle();
  expect(await google).toMatchObject({ code: "auth/login-blocked" });
  expect(told).not.toContain("ben");
  // Throws "offbeat/other-user" once somebody else is signed in at the provider.
  expect(await identity.token(false, "ada")).toMatch(/\./);
});

test("nor does one that the provider still looks at", async () => {
  const usual = provider.answer.getMockImplementation();
  let release = () => {};
  provider.answer.mockImplementation(async (input, init) => {
    if (String(input).includes("signInWithIdp")) await new Promise<void>((resolve) => (release = resolve));
    return usual?.(input, init) ?? Response.error();
  });
  const { identity, told, google } = await openGoogle();
  answerGoogle();
  await vi.waitFor(() =>
    expect(provider.answer).toHaveBeenCalledWith(expect.stringContaining("signInWithIdp"), expect.anything()),
  );
  await identity.signIn("ada@example.org", "Engine#1843");
  release();
  await google;
  expect(told).not.toContain("ben");
  expect(await identity.token(false, "ada")).toMatch(/\./);
});
