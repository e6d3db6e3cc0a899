/** Nothing that lets somebody in, and no address of a person, reaches the log, whatever fails (specification 21.6). */
import { inspect } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillPath } from "../../contract/endpoint.ts";
import { createApp } from "../../server/app.ts";
import { createCallers } from "../../server/users/caller.ts";
import { withoutValues } from "../../server/db/sql-state.ts";
import { loggerOptions } from "../../server/http/logging.ts";
import { HttpProblem } from "../../server/http/problem.ts";
import { basePaths } from "../../server/http/router.ts";
import { operations } from "../../server/identity/operations.ts";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  user = await server.user({ artist: true, email: "canary-mail@example.org" });
});
afterAll(() => server.close());

const secrets = {
  signature: "C4naryS1gnature-AAAAAAAAAAAAAAAAAAAAAAAAAAA",
  password: "Canary!1password",
  oobCode: "C4naryOobC0de_BBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
  refreshToken: "C4naryRefre5h-CCCCCCCCCCCCCCCCCCCCCCCCCCCCC",
  key: "c4na2y00-0000-4000-8000-00000000cafe",
};

test.each([false, true])(
  "of no route holds a secret; the database fails: %s",
  async (fails) => {
    const lines: string[] = [];
    // As a driver that quotes what it was given.
    const query = (sql: string, params: readonly unknown[] = []) =>
      Promise.reject(
        new Error(
          `${sql} failed with (${[...params, ...Object.values(secrets).filter((one) => one !== secrets.password), user.email, user.token].join(", ")})`,
        ),
      );
    const db = fails ? { ...server.db, query, transaction: () => query("begin", []) } : server.db;
    const logger = loggerOptions("info", { write: (line) => void lines.push(line) });
    const { fastify, bound } = await createApp(
      { ...server.deps, db, callers: createCallers(db, server.deps.now) },
      { logger },
    );
    const email = encodeURIComponent(user.email);
    const headers = { authorization: `Bearer ${user.token}`, "idempotency-key": secrets.key };
    const secretQuery = `sig=${secrets.signature}&email=${email}&oobCode=${secrets.oobCode}&token=${user.token}`;
    const payload = { ...secrets, email: user.email, idToken: user.token };
    const statuses = new Set<number>();
    const send = async (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, form = false) => {
      const body = form
        ? { payload: `grant_type=refresh_token&refresh_token=${secrets.refreshToken}` }
        : method === "GET"
          ? {}
          : { payload };
      const type: Record<string, string> = form ? { "content-type": "application/x-www-form-urlencoded" } : {};
      const url = `${path}${path.includes("?") ? "&" : "?"}${secretQuery}`;
      statuses.add((await fastify.inject({ method, url, headers: { ...headers, ...type }, ...body })).statusCode);
    };
    for (const { endpoint } of bound)
      for (const id of [user.email, "00000000-0000-7000-8000-000000000000"])
        await send(endpoint.method, basePaths[endpoint.base] + fillPath(endpoint.path, { id, songId: id }));
    for (const name of Object.keys(operations))
      await send("POST", `/identitytoolkit.googleapis.com/v1/accounts:${name}`);
    await send("POST", "/securetoken.googleapis.com/v1/token", true);
    await send("GET", `/media/${"A".repeat(22)}`);
    await send("POST", "/media/v1_1/offbeat/video/upload");
    await send("GET", `/login/${email}`);
    await fastify.close();
    expect([...statuses].some((status) => status === (fails ? 500 : 200))).toBe(true);
    expect(lines.length).toBeGreaterThan(2 * bound.length);
    const log = lines.join("");
    for (const secret of [...Object.values(secrets), user.email, email, user.token, ...user.token.split(".").slice(1)])
      expect([secret, log.includes(secret)]).toEqual([secret, false]);
    for (const line of lines) expect(JSON.parse(line).reqId).toMatch(/^[0-9a-f-]{36}$/);
  },
  30_000,
);

test("of an address in a path holds none, however it is escaped", async () => {
  const lines: string[] = [];
  const logger = loggerOptions("info", { write: (line) => void lines.push(line) });
  const { fastify } = await createApp(server.deps, { logger });
  const deep = (times: number) => `canary%${"25".repeat(times)}40example.org`;
  const addresses = [
    "canary@example.org",
    ...[0, 1, 2, 7, 8, 30].map(deep),
    "c%61nary%40example%2eorg",
    "canary%40example.org%zz",
    "%ffcanary%40example.org",
    "%zz/canary%2540example.org",
    "canary%EF%BC%A0example.org",
  ];
  for (const address of addresses)
    for (const url of [`/api/users/${address}`, `/${address}`, `/auth/${address}/x?a=${address}`])
      await fastify.inject({ url });
  await fastify.close();
  expect(lines.length).toBeGreaterThanOrEqual(2 * addresses.length);
  expect(lines.join("")).not.toMatch(/canary|example/i);
});

test.each([
  ["letters", "a"],
  ["words with dashes", "a-"],
  ["escaped signs of percent", "%25"],
  ["halves of a token", `${"a".repeat(20)}.b-`],
  ["digits", "1~"],
])("a long path of %s is read in no time, and cut", (_, piece) => {
  const url = `/${piece.repeat(64_000 / piece.length)}`;
  const { serializers } = loggerOptions("info");
  const begin = performance.now();
  const { path } = Object(serializers?.req?.({ method: "GET", url } as never)); // all that it reads
  // What tries a pattern at each letter anew takes some ten seconds.
  expect(performance.now() - begin).toBeLessThan(2_000);
  expect(path.length).toBeLessThanOrEqual(500);
});

test.each([
  ["22P02", {}, "select $1::text::integer", ["Kiwi"]],
  [
    "23505",
    { table: "migrations", constraint: "migrations_pkey" },
    "insert into migrations select name, $1 from migrations",
    ["Kiwi"],
  ],
])("of a statement that failed with %s holds no value", async (code, members, sql, params) => {
  const failed = await server.db.query(sql, params).catch((error: unknown) => error);
  // What the engine tells does quote them.
  expect(inspect(failed)).toMatch(/Kiwi|0001-/);
  const lines: string[] = [];
  const logger = loggerOptions("info", { write: (line) => void lines.push(line) });
  const query = () => Promise.reject(failed);
  const { fastify } = await createApp({ ...server.deps, db: { ...server.db, query } }, { logger });
  const reply = await fastify.inject({ method: "GET", url: "/statistics/new-songs" });
  await fastify.close();
  expect(reply.statusCode).toBe(500);
  const { err } = lines.map((line) => JSON.parse(line)).find((line) => "err" in line);
  expect(err).toMatchObject({ code, ...members, routine: expect.any(String) });
  expect(err.stack).toMatch(/^ +at /);
  const ended = inspect(withoutValues(new HttpProblem("unavailable", { cause: failed })));
  expect(ended).toContain(code);
  for (const text of [lines.join(""), ended]) expect(text).not.toMatch(/Kiwi|0001-/);
});
