import { expect, test, vi } from "vitest";
import { newSongs } from "../../contract/statistics.ts";
import { pageHeader } from "../../contract/change-stream.ts";
import { likeSong, songsByIds } from "../../contract/songs.ts";
import { createApi } from "./api-client.ts";
import { ApiError } from "./api-error.ts";

const id = "01890a5d-ac96-774b-bcce-b302099a8057";
const json = (body: unknown, init: ResponseInit & { type?: string } = {}) =>
  new Response(JSON.stringify(body), {
    ...init,
    headers: { "content-type": init.type ?? "application/json", ...init.headers },
  });
const liked = { data: { _id: id, liked: true, likes: 1 } };

type Answer = (signal: AbortSignal | null | undefined) => Response | Promise<Response>;

/** As a connection that stays open and silent. */
const hang: Answer = (signal) =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));

function createClient(...answers: Answer[]) {
  const requests: Request[] = [];
  const contacts: boolean[] = [];
  const tokens: boolean[] = [];
  const api = createApi({
    bases: () => ({ api: "http://x/api", statistics: "http://x/statistics" }),
    token: async (fresh) => {
      tokens.push(fresh);
      return fresh ? "new" : "old";
    },
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      const answer = answers.shift();
      if (answer === undefined) throw new TypeError("Failed to fetch");
      return answer(init?.signal);
    },
    onContact: (reached) => contacts.push(reached),
    page: "a-page",
    timeoutMs: 50,
  });
  return { api, requests, contacts, tokens };
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "ok",
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );

test("fills the path, joins ids, sends token and key, parses the answer", async () => {
  const client = createClient(
    () => json(liked),
    () => json({ data: [], next: null }),
  );
  expect(await client.api.call(likeSong, { params: { id }, body: {}, key: "k:1" })).toEqual(liked);
  await client.api.call(songsByIds, { query: { ids: [id, id] } });
  expect(client.requests[0]?.url).toBe(`http://x/api/songs/like/${id}`);
  expect(client.requests[0]?.headers.get("authorization")).toBe("Bearer old");
  expect(client.requests[0]?.headers.get("idempotency-key")).toBe("k:1");
  expect(
    client.requests.map(({ headers }) => headers.get(pageHeader)),
    "a read names no page: caches and preflights stay as they are",
  ).toEqual(["a-page", null]);
  expect(new URL(client.requests[1]?.url ?? "").searchParams.get("ids")).toBe(`${id},${id}`);
});

test("what it has is asked for by its tag and not parsed again", async () => {
  const tagged = (tag: string) => () => json({ data: [], next: null }, { headers: { etag: tag } });
  const client = createClient(
    tagged('W/"one"'),
    () => new Response(null, { status: 304 }),
    tagged('W/"two"'),
    () => new Response(null, { status: 304 }),
    tagged('W/"other"'),
  );
  const list = (ids = [id]) => client.api.call(songsByIds, { query: { ids } });
  const first = await list();
  expect(await list()).toBe(first);
  const second = await list();
  expect(second).not.toBe(first);
  expect(await list()).toBe(second);
  await list([id, id]);
  expect(client.requests.map(({ headers }) => headers.get("if-none-match"))).toEqual([
    null,
    'W/"one"',
    'W/"one"',
    'W/"two"',
    null,
  ]);
  expect(new Set(client.requests.map(({ cache }) => cache))).toEqual(new Set(["no-store"]));
  expect(client.contacts).toEqual([true, true, true, true, true]);
});

test("the answers of somebody else are forgotten, late ones too", async () => {
  const tags: (string | null)[] = [];
  let uid = "ada";
  const api = createApi({
    bases: () => ({ api: "http://x/api", statistics: "http://x/statistics" }),
    caller: () => uid,
    token: async () => "token",
    fetch: async (input, init) => {
      const headers = { etag: `W/"${uid}"` };
      tags.push(new Request(input, init).headers.get("if-none-match"));
      if (tags.length === 1) {
        // This answer arrives when its caller has gone and the next one has asked.
        uid = "grace";
        await list();
      }
      return json({ data: [], next: null }, { headers });
    },
  });
  const list = () => api.call(songsByIds, { query: { ids: [id] } });
  await list();
  await list();
  uid = "ada";
  await list();
  expect(tags).toEqual([null, null, 'W/"grace"', null]);
});

test("only the newest answers are kept", async () => {
  const tags: (string | null)[] = [];
  const api = createApi({
    bases: () => ({ api: "http://x/api", statistics: "http://x/statistics" }),
    token: async () => "token",
    fetch: async (input, init) => {
      tags.push(new Request(input, init).headers.get("if-none-match"));
      return json({ data: [], next: null }, { headers: { etag: 'W/"one"' } });
    },
  });
  const page = (limit: number) => api.call(newSongs, { query: { limit } });
  for (let limit = 1; limit <= 31; limit++) await page(limit);
  await page(31);
  await page(1);
  expect(tags.slice(-2)).toEqual(['W/"one"', null]);
});

test("statistics calls carry no token", async () => {
  const client = createClient(() => json({ data: [], next: null }));
  await client.api.call(newSongs, {});
  expect(client.requests[0]?.headers.get("authorization")).toBeNull();
  expect(client.tokens).toEqual([]);
});

test("a 401 is tried once more with a new token, and then stands", async () => {
  const refused = () =>
    json({ status: 401, title: "x", code: "unauthenticated" }, { status: 401, type: "application/problem+json" });
  const client = createClient(refused, () => json(liked));
  expect(await codeOf(client.api.call(likeSong, { params: { id }, body: {} }))).toBe("ok");
  expect(client.requests[1]?.headers.get("authorization")).toBe("Bearer new");
  const twice = createClient(refused, refused, refused);
  expect(await codeOf(twice.api.call(likeSong, { params: { id }, body: {} }))).toBe("unauthenticated");
  expect(twice.requests.length).toBe(2);
});

test.each([
  ["no connection", undefined],
  ["a portal's page with 200", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
  ["a portal's page with 403", () => new Response("<html>", { status: 403, headers: { "content-type": "text/html" } })],
  ["broken JSON", () => new Response("{", { headers: { "content-type": "application/json" } })],
  ["a server that hangs", hang],
])("%s is a network failure and no contact", async (_, answer) => {
  const client = createClient(...(answer ? [answer] : []));
  expect(await codeOf(client.api.call(songsByIds, { query: { ids: [id] } }))).toBe("network");
  expect(client.contacts).toEqual([false]);
});

test("a provider that hangs is a network failure", async () => {
  const api = createApi({
    bases: () => ({ api: "http://x/api", statistics: "" }),
    token: () => new Promise(() => {}),
    timeoutMs: 20,
  });
  expect(await codeOf(api.call(likeSong, { params: { id }, body: {} }))).toBe("network");
});

test("the statistics, which may be elsewhere, prove nothing", async () => {
  const client = createClient(() => json({ data: [], next: null }));
  for (const _ of ["answered", "cut"]) await client.api.call(newSongs, {}).catch(() => {});
  expect(client.requests).toHaveLength(2);
  expect(client.contacts).toEqual([]);
});

// 17.25
test("a gateway's page keeps its Retry-After", async () => {
  const headers = { "retry-after": "120" };
  const { api } = createClient(() => json("<html>", { status: 503, type: "text/html", headers }));
  const call = api.call(songsByIds, { query: { ids: [id] } });
  await expect(call).rejects.toMatchObject({ code: "unavailable", status: 503, retryAfterMs: 120_000 });
});

test("a problem keeps its code, status and Retry-After, and is a contact", async () => {
  const problem = { status: 429, title: "Slow down", code: "too-many-requests" };
  const client = createClient(() =>
    json(problem, {
      status: 429,
      type: "application/problem+json",
      headers: { "retry-after": "7" },
    }),
  );
  const error = await client.api.call(songsByIds, { query: { ids: [id] } }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    code: "too-many-requests",
    status: 429,
    retryAfterMs: 7_000,
    message: "Slow down",
  });
  expect(client.contacts).toEqual([true]);
});

test("an answer of another shape is not let in, and proves no contact", async () => {
  const client = createClient(
    () => json({ data: { liked: "yes" } }),
    () => json({}),
  );
  for (const _ of [1, 2])
    expect(await codeOf(client.api.call(likeSong, { params: { id }, body: {} }))).toBe("invalid-reply");
  expect(client.contacts).toEqual([]);
});

test("giving up while the body arrives says nothing about the network", async () => {
  const body = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array([123])) });
  const leave = new AbortController();
  const client = createClient((signal) => {
    signal?.addEventListener("abort", () => void body.cancel().catch(() => {}));
    const response = new Response(body, { headers: { "content-type": "application/json" } });
    response.json = () =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));
    return response;
  });
  const call = codeOf(client.api.call(songsByIds, { query: { ids: [id] }, signal: leave.signal }));
  await new Promise((resolve) => setTimeout(resolve, 5));
  leave.abort();
  expect(await call).toBe("aborted");
  expect(client.contacts).toEqual([]);
});

test("a token that cannot be had says nothing about the server: that is asked for itself", async () => {
  const contacts: boolean[] = [];
  let looks = 0;
  const api = createApi({
    bases: () => ({ api: "http://x/api", statistics: "http://x/statistics" }),
    token: async () => {
      throw new ApiError("network", "The provider is not there");
    },
    fetch: async () => json(liked),
    onContact: (reached) => contacts.push(reached),
    onDoubt: () => (looks += 1),
  });
  expect(await codeOf(api.call(likeSong, { params: { id }, body: {} }))).toBe("network");
  expect(contacts).toEqual([]);
  expect(looks).toBe(1);
});

test("a call that a newer one has overtaken says nothing of the network when it fails, but asks to look at it", async () => {
  const contacts: boolean[] = [];
  const onDoubt = vi.fn<() => void>();
  let fail = () => {};
  const lost = new Promise<Response>((_, reject) => (fail = () => reject(new TypeError("Failed to fetch"))));
  const send = vi.fn<() => Promise<Response>>(async () => json(liked)).mockReturnValueOnce(lost);
  const api = createApi({
    bases: () => ({ api: "http://x/api", statistics: "http://x/statistics" }),
    token: async () => "t",
    fetch: send,
    onContact: (reached) => contacts.push(reached),
    onDoubt,
  });
  const like = () => codeOf(api.call(likeSong, { params: { id }, body: {} }));
  // As on the network that the device is leaving.
  const first = like();
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(await like()).toBe("ok");
  fail();
  expect(await first).toBe("network");
  expect([contacts, onDoubt.mock.calls.length]).toEqual([[true], 1]);
});

test("both tries of a call are made for who was signed in when it began", async () => {
  const askedFor: (string | undefined)[] = [];
  let signedIn = "ada";
  const problem = { type: "about:blank", title: "x", status: 401, code: "unauthenticated" };
  const api = createApi({
    bases: () => ({ api: "http://x/api", statistics: "http://x/statistics" }),
    caller: () => signedIn,
    token: async (_, uid) => {
      askedFor.push(uid);
      signedIn = "eve";
      return "t";
    },
    fetch: async () => json(problem, { status: 401, type: "application/problem+json" }),
  });
  expect(await codeOf(api.call(likeSong, { params: { id }, body: {} }))).toBe("unauthenticated");
  expect(askedFor).toEqual(["ada", "ada"]);
});
