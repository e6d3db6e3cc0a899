import { expect, test, vi } from "vitest";
import { createChangeStream } from "./open-change-stream.ts";

const stream = () => new Response(":\n\n", { headers: { "content-type": "text/event-stream" } });
const refused = (status: number, headers = {}) => new Response("{}", { status, headers });

function setUp(...responses: Response[]) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => responses.shift() ?? refused(500));
  const token = vi.fn<(fresh: boolean, uid: string | undefined) => Promise<string>>(async (fresh) =>
    fresh ? "fresh" : "old",
  );
  const bases = () => ({ api: "https://api.test/api", statistics: "" });
  const open = createChangeStream({ bases, token, fetch, page: "p1" });
  return { fetch, token, open: () => open("ada", new AbortController().signal) };
}

test("opens the stream with the account's token, and once more with a fresh one", async () => {
  const { fetch, token, open } = setUp(refused(401), stream());
  expect(await new Response(await open()).text()).toBe(":\n\n");
  expect(token.mock.calls).toEqual([
    [false, "ada"],
    [true, "ada"],
  ]);
  const [url, init] = fetch.mock.calls[1] ?? [];
  expect(url).toBe("https://api.test/api/changes?page=p1");
  expect(new Headers(init?.headers).get("authorization")).toBe("Bearer fresh");
});

test.each([
  ["a refusal", refused(429, { "retry-after": "60" }), { status: 429, retryAfterMs: 60_000 }],
  ["an older server", refused(404), { status: 404 }],
  ["the page of a proxy", new Response("<html>", { headers: { "content-type": "text/html" } }), { status: 200 }],
])("%s is no stream", async (_, response, error) => {
  const { fetch, open } = setUp(response);
  await expect(open()).rejects.toMatchObject(error);
  expect(fetch.mock.calls[0]?.[1]?.signal?.aborted, "its body is not awaited").toBe(true);
});
