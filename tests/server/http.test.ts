/** What every answer has: headers, problem details, limits, logs; and the page's files. */
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Config } from "../../contract/config.ts";
import { Problem } from "../../contract/problems.ts";
import { createApp } from "../../server/app.ts";
import { loggerOptions } from "../../server/http/logging.ts";
import { readSettings } from "../../server/settings.ts";
import { readSiteFiles, type SiteFiles } from "../../server/site/files.ts";
import { redirectTarget } from "../../server/site/routes.ts";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";

let it: TestServer;
let user: TestUser;
let directory: string;
let site: SiteFiles;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "offbeat-site-"));
  await mkdir(join(directory, "static/js"), { recursive: true });
  await writeFile(join(directory, "index.html"), "<!doctype html><title>Offbeat</title>");
  await writeFile(join(directory, "sw.js"), "self.x = 1;");
  await writeFile(join(directory, "static/js/main-abc.js"), "plain");
  await writeFile(join(directory, "static/js/main-abc.js.br"), "small");
  site = await readSiteFiles(directory);
  it = await createTestServer({ site, env: { CORS_ORIGINS: "https://app.example.org" } });
  user = await it.user();
});
afterAll(async () => {
  await it.close();
  await rm(directory, { recursive: true, force: true });
});

/** A second application over the same database, with other settings. */
async function appWith(env: Record<string, string>, options: Parameters<typeof createApp>[1] = {}) {
  const settings = readSettings({ DATA_DIR: it.deps.settings.dataDir, ...env });
  return (await createApp({ ...it.deps, settings }, options)).fastify;
}

describe("errors are problem details", () => {
  test.each([
    ["an unknown address", "GET", "/api/nothing", undefined, {}, 404, "not-found"],
    [
      "an unknown address of another base",
      "POST",
      "/statistics/nothing",
      undefined,
      {},
      404,
      "not-found",
    ],
    [
      "another method",
      "DELETE",
      "/api/songs/public-songs",
      undefined,
      {},
      405,
      "method-not-allowed",
    ],
    [
      "another method that a page could use",
      "GET",
      "/api/songs/like/x",
      undefined,
      {},
      405,
      "method-not-allowed",
    ],
    ["broken JSON", "POST", "/api/users", "{", {}, 400, "malformed-body"],
    [
      "another type",
      "POST",
      "/api/users",
      "a=b",
      { "content-type": "text/plain" },
      415,
      "unsupported-media",
    ],
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
    const reply = await it.call(method, url, user, { body, headers });
    expect([reply.status, reply.body?.code]).toEqual([status, code]);
    expect(reply.headers["content-type"]).toMatch(/^application\/problem\+json/);
    const problem = v.parse(Problem, reply.body);
    expect(problem.status).toBe(status);
    expect(reply.headers["cache-control"]).toBe("no-store");
  });

  test("405 says what is allowed", async () => {
    const reply = await it.call("DELETE", "/api/songs/public-songs", user);
    expect(reply.headers["allow"]).toBe("GET");
  });

  test("a 5xx says nothing of the inside and logs no parameter, email, token or query", async () => {
    const lines: string[] = [];
    const db = {
      ...it.db,
      query: () =>
        Promise.reject(
          Object.assign(new Error("no table for canary@example.org"), { params: ["canary-param"] }),
        ),
    };
    const logger = loggerOptions("info", { write: (line) => void lines.push(line) });
    const { fastify } = await createApp({ ...it.deps, db }, { logger });
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
      const { headers } = await it.call("GET", url, null);
      const policy = String(headers["content-security-policy"]);
      for (const part of [
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
      ]) {
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
      (await it.call("GET", "/config.json", null, { headers: { origin } })).headers[
        "access-control-allow-origin"
      ];
    expect(await ask("https://app.example.org")).toBe("https://app.example.org");
    expect(await ask("https://app.example.org.evil.example")).toBeUndefined();
    expect(await ask("null")).toBeUndefined();
    const preflight = (origin: string) =>
      it.call("OPTIONS", "/api/songs", null, {
        headers: { origin, "access-control-request-method": "POST" },
      });
    const allowed = await preflight("https://app.example.org");
    expect([allowed.status, allowed.headers["access-control-allow-headers"]]).toEqual([
      204,
      expect.stringContaining("Idempotency-Key"),
    ]);
    expect(
      (await preflight("https://evil.example")).headers["access-control-allow-origin"],
    ).toBeUndefined();
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

  test("count by user, by address, and IPv6 by its /64; forwarding headers count from a trusted proxy only", async () => {
    // 3 a minute for an address, 2 for a user.
    const env = { RATE_FACTOR: "0.0005" };
    const direct = await appWith(env);
    const ask = (app: typeof direct, remoteAddress: string, headers: Record<string, string> = {}) =>
      app.inject({ url: "/healthz", remoteAddress, headers });
    const exhaust = async (
      app: typeof direct,
      address: (i: number) => string,
      forwarded?: (i: number) => string,
    ) => {
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++) {
        const headers: Record<string, string> = forwarded
          ? { "x-forwarded-for": forwarded(i) }
          : {};
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
      statuses.push(
        (await perUser.inject({ url, remoteAddress: `10.1.1.${i}`, headers })).statusCode,
      );
    }
    await perUser.close();
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe("the page", () => {
  const get = (url: string, headers: Record<string, string> = {}) =>
    it.call("GET", url, null, { headers });

  test("is the shell for every navigation that is not the server's", async () => {
    for (const url of [
      "/",
      "/home-page",
      "/playlist/1?x=1",
      "/auth/action?mode=resetPassword",
      "/index.html",
    ]) {
      const reply = await get(url, { host: "localhost:3000" });
      expect([url, reply.status, reply.headers["content-type"]]).toEqual([
        url,
        200,
        "text/html; charset=utf-8",
      ]);
      expect(reply.headers["cache-control"]).toBe("no-cache");
      expect(reply.text).toContain("<title>");
    }
  });

  test("has hashed files for good, compressed where that is understood", async () => {
    const plain = await get("/static/js/main-abc.js", { "accept-encoding": "gzip, br;q=0" });
    expect([plain.text, plain.headers["content-encoding"]]).toEqual(["plain", undefined]);
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(plain.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    const small = await get("/static/js/main-abc.js", {
      "accept-encoding": "gzip, deflate, br, zstd",
    });
    expect([small.text, small.headers["content-encoding"]]).toEqual(["small", "br"]);
    expect(small.headers["vary"]).toContain("Accept-Encoding");
    expect(small.headers["etag"]).not.toBe(plain.headers["etag"]);
  });

  test("asks for the worker anew each time, with an ETag", async () => {
    const first = await get("/sw.js");
    expect([first.status, first.headers["cache-control"]]).toEqual([200, "no-cache"]);
    const second = await get("/sw.js", { "if-none-match": String(first.headers["etag"]) });
    expect([second.status, second.text]).toEqual([304, ""]);
    const head = await it.call("HEAD", "/sw.js", null);
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", "11"]);
  });

  test("never stands in for a file that is missing, nor for anything outside", async () => {
    for (const url of [
      "/static/js/gone-abc.js",
      "/static/",
      "/favicon.ico",
      "/static/js/main-abc.js.br",
      "/../../etc/passwd.txt",
      "/static/..%2f..%2fpackage.json",
      "/media/nothing",
      "/identity/nothing",
    ]) {
      const reply = await get(url);
      expect([url, reply.status]).toEqual([url, 404]);
      expect(reply.text).not.toContain("<title>");
    }
    expect((await it.call("POST", "/home-page", null)).status).toBe(404);
  });

  test("tells clients where everything is, and that it lives", async () => {
    const config = v.parse(Config, (await get("/config.json")).body);
    expect(config).toMatchObject({ api: "/api", identity: { kind: "embedded", google: "off" } });
    expect((await get("/healthz")).status).toBe(200);
    expect((await get("/readyz")).status).toBe(200);
    const db = { ...it.db, query: () => Promise.reject(new Error("away")) };
    const { fastify } = await createApp({ ...it.deps, db });
    const reply = await fastify.inject("/readyz");
    await fastify.close();
    expect([reply.statusCode, reply.json().code, reply.headers["retry-after"]]).toEqual([
      503,
      "unavailable",
      "5",
    ]);
  });

  test("redirects navigations of 127.0.0.1, and nothing else", async () => {
    const reply = await get("/playlist/1?x=1", { host: "127.0.0.1:3000" });
    expect([reply.status, reply.headers["location"]]).toEqual([
      307,
      "http://localhost:3000/playlist/1?x=1",
    ]);
    for (const url of ["/sw.js", "/config.json", "/healthz"]) {
      expect([url, (await get(url, { host: "127.0.0.1:3000" })).status]).toEqual([url, 200]);
    }
    for (const host of ["127.0.0.1:4000", "192.168.0.7:3000", "localhost:3000", "[bad"]) {
      expect([host, (await get("/", { host })).status]).toEqual([host, 200]);
    }
  });

  test("redirects other hosts to a public address that was set", () => {
    const target = (host: string, env: Record<string, string>) =>
      redirectTarget(host, readSettings(env));
    const set = { PUBLIC_URL: "https://music.example.org" };
    expect(target("192.168.0.7:3000", set)).toBe("https://music.example.org");
    expect(target("music.example.org", set)).toBeUndefined();
    expect(target("music.example.org:443", set)).toBeUndefined();
    expect(target("192.168.0.7:3000", { PUBLIC_URL: "http://localhost:3000" })).toBeUndefined();
  });
});
