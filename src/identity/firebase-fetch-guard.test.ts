import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { guardFirebaseFetch } from "./firebase-fetch-guard.ts";

const lookup = "https://identitytoolkit.googleapis.com/v1/accounts:lookup?key=k";
const token = "http://localhost/securetoken.googleapis.com/v1/token?key=k";
const signUp = "https://identitytoolkit.googleapis.com/v1/accounts:signUp?key=k";

const answered = vi.fn<typeof fetch>();
const onDeleted = vi.fn<() => void>();
const isReplaced = vi.fn<(sent: string) => Promise<boolean>>(async () => false);
beforeEach(() => {
  vi.stubGlobal("fetch", answered);
  guardFirebaseFetch({ onDeleted, isReplaced });
});
afterEach(() => {
  onDeleted.mockClear();
  vi.unstubAllGlobals();
});

const said = (message: string, status = 400) => Response.json({ error: { code: status, message } }, { status });

test.each([lookup, token])("%s: of an account that is gone the app hears before the package (2.37)", async (url) => {
  answered.mockResolvedValueOnce(said("USER_NOT_FOUND"));
  const answer = await fetch(url);
  expect(onDeleted).toHaveBeenCalledOnce();
  expect(await answer.json()).toMatchObject({ error: { message: "USER_NOT_FOUND" } });
});

test.each([
  [token, said("TOKEN_EXPIRED"), 400],
  [lookup, Response.json({ users: [] }), 200],
  // Of somebody who is not signed in.
  [signUp, said("USER_NOT_FOUND"), 400],
] as const)("%s: any other answer says nothing of the account", async (url, response, status) => {
  answered.mockResolvedValueOnce(response);
  expect((await fetch(url)).status).toBe(status);
  expect(onDeleted).not.toHaveBeenCalled();
});

test("the refusal of a proxy reaches the package as a broken network (specification 16.6)", async () => {
  for (const response of [said("USER_NOT_FOUND", 503), Response.json({ error: "not found" }, { status: 404 })]) {
    answered.mockResolvedValueOnce(response);
    await expect(fetch(token)).rejects.toThrow(TypeError);
  }
  expect(onDeleted).not.toHaveBeenCalled();
});

test("a refusal of what another tab has replaced reaches it so, too (specification 2.27)", async () => {
  isReplaced.mockResolvedValueOnce(true);
  answered.mockResolvedValueOnce(said("TOKEN_EXPIRED"));
  await expect(fetch(token, { method: "POST", body: "refresh_token=old" })).rejects.toThrow("Another tab");
  expect(isReplaced).toHaveBeenCalledWith("refresh_token=old");
});

test.each([
  ["a proxy's page", "<h1>502 Bad Gateway</h1>"],
  ["a problem", JSON.stringify({ status: 502, title: "Bad gateway" })],
  ["a proxy's JSON", JSON.stringify({ error: "Bad Gateway" })],
])("%s in place of an answer to a sign-in is a failure of the server (specification 9.10)", async (_, body) => {
  answered.mockResolvedValueOnce(new Response(body, { status: 502 }));
  const answer = await fetch(signUp);
  expect([answer.status, await answer.json()]).toEqual([502, { error: { code: 502, message: "UNAVAILABLE" } }]);
});

test.each([
  ["what the provider says of its failure", signUp, said("INTERNAL", 500)],
  ["a page that is no failure, as of a captive portal", signUp, new Response("<h1>Hello</h1>")],
  ["what others answer", "/api/songs", new Response("<h1>Sorry</h1>", { status: 503 })],
])("%s stays as it is", async (_, url, response) => {
  answered.mockResolvedValueOnce(response);
  expect(await fetch(url)).toBe(response);
});
