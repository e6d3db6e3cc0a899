/** What the real package makes of a server that fails at a sign-in (specification 9.10, 17.5). */
import { afterEach, expect, test, vi } from "vitest";
import { createIdentity } from "./firebase.ts";
import { loginSentence } from "./provider-messages.ts";

// The package's build for Node takes `fetch` while it loads: the browser's looks for the present one.
vi.hoisted(() => vi.stubGlobal("fetch", (...call: Parameters<typeof fetch>) => globalThis.fetch(...call)));
afterEach(() => {
  vi.unstubAllGlobals();
});

const answered = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", answered);
const identity = createIdentity({ kind: "embedded", google: "off" }, "http://localhost", {
  present: "none",
  next: () => "none",
});

test("a proxy's page is told as a failure of the server, that of a captive portal as one of the network", async () => {
  const sentences: string[] = [];
  for (const status of [502, 200]) {
    answered.mockResolvedValueOnce(new Response("<h1>Sorry</h1>", { status }));
    await identity
      .signIn("ada@example.org", "Engine#1843")
      .catch((error: { code: string }) => sentences.push(loginSentence(error.code)));
  }
  expect(sentences).toEqual([
    "The server cannot answer right now. Try again in a moment",
    expect.stringMatching(/^There is no connection/),
  ]);
});
