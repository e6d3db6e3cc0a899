/** What every answer has: headers, problem details, limits, logs. */
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { Problem } from "../../contract/problems.ts";
import { createApp } from "../../server/app.ts";
import { createCallers } from "../../server/users/caller.ts";
import { loggerOptions } from "../../server/http/logging.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";
import { site } from "../support/built-page.ts";

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer({ site, env: { CORS_ORIGINS: "https://app.example.org" } });
  user = await server.user();
});
afterAll(() => server.close());

/** A second application over the same database, with other settings. */
async function appWith(env: Record<string, string>) {
  const settings = readSettings({ DATA_DIR: server.deps.settings.dataDir, ...env });
  return (await createApp({ ...server.deps, settings })).fastify;
}

describe("errors are problem details", () => {
  // 9.16, 9.17
  test.each([
    ["an unknown address", "GET", "/api/nothing", undefined, {}, 404, "not-found"],
    ["an unknown address of another base", "POST", "/statistics/nothing", undefined, {}, 404, "not-found"],
    ["another method", "DELETE", "/api/songs/mysongs/x", undefined, {}, 405, "method-not-allowed"],
    ["another method that a page could use", "GET", "/api/songs/like/x", undefined, {}, 405, "method-not-allowed"],
    ["an id longer than any", "GET", `/api/users/${"x".repeat(401)}`, undefined, {}, 404, "not-found"],
    ["an id that is none", "GET", "/api/playlists/x", undefined, {}, 404, "not-found"],
    ["broken JSON", "POST", "/api/users", "{", {}, 400, "malformed-body"],
    ["another type", "POST", "/api/users", "a=b", { "content-type": "text/plain" }, 415, "unsupported-media"],
    [
      "a form",
      "POST",
      "/api/users",
      "a",
      { "content-type": "application/x-www-form-urlencoded" },
      415,
      "unsupported-media",
    ],
    ["a large body", "POST", "/api/users", `"${"x".repeat(140_000)}"`, {}, 413, "too-large"],
    ["a body of another kind", "POST", "/api/users", "[1]", {}, 422, "invalid-request"],
    ["a broken escape", "GET", "/api/users/%zz", undefined, {}, 400, "malformed-body"],
  ] as const)("%s", async (_, method, url, body, headers, status, code) => {
    const reply = await server.call(method, url, user, { body, headers });
    expect([reply.status, reply.body?.code]).toEqual([status, code]);
    expect(reply.headers["content-type"]).toMatch(/^application\/problem\+json/);
    const problem = v.parse(Problem, reply.body);
    expect(problem.status).toBe(status);
    expect(reply.headers["cache-control"]).toBe("no-store");
  });

  test("a call without a body may say that it would be JSON", async () => {
    const headers = { "content-type": "application/json" };
    const id = "00000000-0000-7000-8000-000000000000";
    const { status } = await server.call("PATCH", `/api/songs/cancel-like/${id}`, user, {
      headers,
    });
    expect(status).toBe(200);
    const empty = await server.call("POST", "/api/users", user, { headers });
    expect([empty.status, empty.body.code]).toEqual([422, "invalid-request"]);
  });

  test.each([
    ["GET", "/api/songs?ids=x", undefined, "ids.0", "ids has a value that cannot be used"],
    ["GET", "/api/songs/public-songs?limit=0", undefined, "limit", "limit takes a whole number from 1 to 500"],
    ["GET", "/api/search", undefined, "q", "q is a required field"],
    ["POST", "/api/users", [], "firstName", "Your name is required"],
    [
      "POST",
      "/api/users",
      { firstName: "Ada", lastName: "Ly", artist: 1 },
      "artist",
      "artist has a value that cannot be used",
    ],
    [
      "PATCH",
      "/api/playlists/add/00000000-0000-7000-8000-000000000000",
      {},
      "playlistId",
      "playlistId is a required field",
    ],
    ["POST", "/api/songs", { song: "x" }, "song", "song has a value that cannot be used"],
    ["POST", "/api/songs", '"x"', "", "The body has a value that cannot be used"],
  ] as const)("%s %s tells in words what is wrong", async (method, url, body, path, message) => {
    const reply = await server.call(method, url, user, { body });
    expect([reply.status, reply.body.errors]).toEqual([422, expect.arrayContaining([{ path, message }])]);
    expect(reply.text).not.toMatch(/Invalid|Expected|received/);
  });

  test("405 says what is allowed", async () => {
    const reply = await server.call("DELETE", "/api/songs/mysongs/x", user);
    expect(reply.headers["allow"]).toBe("GET");
  });

  // 9.16
  test("a 5xx says nothing of the inside and logs no parameter, email, token or query", async () => {
    const lines: string[] = [];
    const db = {
      ...server.db,
      query: () =>
        Promise.reject(Object.assign(new Error("no table for canary@example.org"), { params: ["canary-param"] })),
    };
    const logger = loggerOptions("info", { write: (line) => void lines.push(line) });
    const { fastify } = await createApp(
      { ...server.deps, db, callers: createCallers(db, server.deps.now) },
      { logger },
    );
    const url = "/api/songs/public-songs?cursor=canary-query";
    const reply = await fastify.inject({ url, headers: { authorization: `Bearer ${user.token}` } });
    await fastify.inject({ url: `/api/users/canary%40example.org?sig=canary-sig`, headers: {} });
    await fastify.close();
    expect([reply.statusCode, JSON.parse(reply.payload)]).toEqual([
      500,
      { status: 500, title: "Something went wrong on the server", code: "internal" },
    ]);
    const log = lines.join("");
    expect(log).toContain("request failed");
    expect(log).toContain('"path":"/api/songs/public-songs"');
    expect(log).not.toMatch(/canary/);
    expect(log).not.toContain(user.token);
  });
});

describe("headers", () => {
  test("keep the page strict", async () => {
    for (const url of ["/", "/api/songs/public-songs", "/api/nothing", "/static/js/main-abc.js"]) {
      const { headers } = await server.call("GET", url, null);
      const policy = String(headers["content-security-policy"]);
      for (const part of ["default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'"]) {
        expect([url, policy.split(";")]).toEqual([url, expect.arrayContaining([part])]);
      }
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|upgrade-insecure|\*/);
      expect(headers).toMatchObject({
        "cross-origin-opener-policy": "same-origin-allow-popups",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "permissions-policy": expect.stringContaining("microphone=()"),
      });
      expect(headers["strict-transport-security"]).toBeUndefined();
    }
  });

  test("allow listed origins only", async () => {
    const ask = async (origin: string) =>
      (await server.call("GET", "/config.json", null, { headers: { origin } })).headers["access-control-allow-origin"];
    expect(await ask("https://app.example.org")).toBe("https://app.example.org");
    expect(await ask("https://app.example.org.evil.example")).toBeUndefined();
    expect(await ask("null")).toBeUndefined();
    const preflight = (origin: string) =>
      server.call("OPTIONS", "/api/songs", null, {
        headers: { origin, "access-control-request-method": "POST" },
      });
    const allowed = await preflight("https://app.example.org");
    expect([allowed.status, allowed.headers["access-control-allow-headers"]]).toEqual([
      204,
      expect.stringContaining("Idempotency-Key"),
    ]);
    expect(allowed.headers["access-control-allow-headers"]).toContain("Range, If-Range");
    expect((await preflight("https://evil.example")).headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("limits", () => {
  test("2,000 calls of one user in a minute pass", async () => {
    const app = await appWith({});
    const call = () =>
      app.inject({
        url: `/api/users/${user.uid}`,
        headers: { authorization: `Bearer ${user.token}` },
      });
    const statuses = new Set<number>();
    for (let i = 0; i < 20; i++) {
      const replies = await Promise.all(Array.from({ length: 100 }, call));
      for (const { statusCode } of replies) statuses.add(statusCode);
    }
    await app.close();
    expect(statuses).toEqual(new Set([200]));
  });

  test("last a minute also where the clock is set back meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const app = await appWith({ RATE_FACTOR: "0.0005" });
    const ask = async () => (await app.inject({ url: "/healthz", remoteAddress: "10.0.0.9" })).statusCode;
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429]);
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(61_000);
    expect(await ask()).toBe(200);
    await app.close();
  });

  test("count by user, by address, and IPv6 by its /64; forwarding headers count from a trusted proxy only", async () => {
    // 3 a minute for an address, 2 for a user.
    const env = { RATE_FACTOR: "0.0005" };
    const direct = await appWith(env);
    const ask = (app: typeof direct, remoteAddress: string, headers: Record<string, string> = {}) =>
      app.inject({ url: "/healthz", remoteAddress, headers });
    const exhaust = async (app: typeof direct, address: (i: number) => string, forwarded?: (i: number) => string) => {
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++) {
        const headers: Record<string, string> = forwarded ? { "x-forwarded-for": forwarded(i) } : {};
        statuses.push((await ask(app, address(i), headers)).statusCode);
      }
      return statuses;
    };
    expect(await exhaust(direct, () => "10.0.0.1")).toEqual([200, 200, 200, 429]);
    expect(await exhaust(direct, (i) => `10.0.1.${i}`)).toEqual([200, 200, 200, 200]);
    expect(await exhaust(direct, (i) => `2001:db8:0:1::${i}`)).toEqual([200, 200, 200, 429]);
    expect(await exhaust(direct, (i) => `2001:db8:0:${i + 2}::1`)).toEqual([200, 200, 200, 200]);
    expect(
      await exhaust(
        direct,
        () => "10.0.0.2",
        (i) => `10.9.9.${i}`,
      ),
    ).toEqual([200, 200, 200, 429]);
    const refused = await ask(direct, "10.0.0.1");
    expect(refused.json()).toMatchObject({ status: 429, code: "too-many-requests" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    await direct.close();

    const proxied = await appWith({ ...env, TRUST_PROXY: "10.0.0.3" });
    expect(
      await exhaust(
        proxied,
        () => "10.0.0.3",
        (i) => `10.9.9.${i}`,
      ),
    ).toEqual([200, 200, 200, 200]);
    expect(
      await exhaust(
        proxied,
        () => "10.0.0.4",
        (i) => `10.9.8.${i}`,
      ),
    ).toEqual([200, 200, 200, 429]);
    await proxied.close();

    const perUser = await appWith(env);
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) {
      const headers = { authorization: `Bearer ${user.token}` };
      const url = "/api/songs/public-songs";
      statuses.push((await perUser.inject({ url, remoteAddress: `10.1.1.${i}`, headers })).statusCode);
    }
    await perUser.close();
    expect(statuses).toEqual([200, 200, 429]);
  });
});
