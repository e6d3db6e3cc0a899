/** What is wrong with a body is said in few words, however much is wrong with it (specification 8.2, 11.19). */
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "../../contract/endpoint.ts";
import { createApp } from "../../server/app.ts";
import { createTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** Where a schema takes lists: the names that lead to each. */
function listsIn(schema: unknown, path: string[] = []): string[][] {
  if (typeof schema !== "object" || schema === null) return [];
  const { type, entries, wrapped, options, pipe } = schema as Record<string, unknown>; // any schema has some of these
  const parts = [wrapped, ...(Array.isArray(options) ? options : [])];
  if (Array.isArray(pipe)) parts.push(...pipe.filter((part) => part !== schema));
  return [
    ...(type === "array" || type === "record" || type === "set" || type === "map" ? [path] : []),
    ...Object.entries(entries ?? {}).flatMap(([name, part]) => listsIn(part, [...path, name])),
    ...parts.flatMap((part) => listsIn(part, path)),
  ];
}

const around = (path: string[], value: unknown) =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

const inputs = ({ body, query, params }: Endpoint) => [body, query, params];

test("the search for lists finds them", () => {
  const found = new Set(
    server.bound.flatMap(({ endpoint }) => inputs(endpoint).flatMap((one) => listsIn(one))).map(String),
  );
  expect([...found].sort()).toEqual(["base", "ids", "moved", "orderedList", "songList"]);
});

/** Items that are none, and how many of them were looked at. */
function countLooks(length: number) {
  const looks = { at: 0 };
  const items = new Proxy(Array<number>(length).fill(1), {
    get(list, name) {
      if (typeof name === "string" && /^\d/.test(name)) looks.at++;
      return Reflect.get(list, name);
    },
  });
  return { items, looks };
}

/** Longer than any list may be, and shorter: of these the first item is looked at. */
test.each([
  [900_000, 0],
  [90, 1],
])("of a list of %i items at most %i is looked at, and little is said", (length, looked) => {
  for (const { endpoint } of server.bound)
    for (const schema of inputs(endpoint))
      for (const path of listsIn(schema)) {
        const { items, looks } = countLooks(length);
        const { issues = [] } = v.safeParse(schema, around(path, items), { abortPipeEarly: true });
        const place = `${endpoint.path} ${path}`;
        expect([place, looks.at]).toEqual([place, looked]);
        expect(issues.length).toBeGreaterThan(0);
        expect(issues.length).toBeLessThanOrEqual(10);
      }
});

test("nothing is begun for a body that cannot be used, and the answer is short", async () => {
  const user = await server.user();
  let begun = 0;
  const db = {
    ...server.db,
    transaction: () => Promise.reject(new Error(`begun ${++begun}`)),
  };
  const { fastify } = await createApp({ ...server.deps, db });
  const list = Array.from({ length: 60_000 }, () => 1);
  const asks = [
    ["PATCH", `/api/songs/order/${user.uid}`, { orderedList: list, base: list, moved: list }],
    ["PATCH", `/api/songs/order-favorite/${user.uid}`, { orderedList: list.slice(0, 900) }],
    ["PUT", "/api/playlists/top/", { songList: list }],
    ["POST", "/api/playlists", { playlist: list }],
    ["POST", "/statistics/song", { songData: list }],
  ] as const;
  for (const [method, url, body] of asks) {
    const headers = { authorization: `Bearer ${user.token}`, "idempotency-key": "one" };
    const reply = await fastify.inject({ method, url, headers, body });
    expect([url, reply.statusCode]).toEqual([url, 422]);
    expect(reply.payload.length).toBeLessThan(1_000);
  }
  const query = `/api/songs?ids=${Array.from({ length: 3_000 }, () => "x").join(",")}`;
  const reply = await server.call("GET", query, user);
  expect([reply.status, reply.text.length < 1_000]).toEqual([422, true]);
  await fastify.close();
  expect(begun).toBe(0);
});
