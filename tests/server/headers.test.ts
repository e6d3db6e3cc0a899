/** Headers of every class of answer (specification 18.1, 21.8): whatever is answered, no browser may guess or share it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../server/app.ts";
import { HttpProblem } from "../../server/http/problem.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { audioBytes } from "../support/audio-files.ts";
import type { TestReply, TestUser } from "../support/server.ts";
import { createTestServer, replyOf } from "../support/server.ts";
import { site } from "../support/built-page.ts";
import { encodeForm } from "./media-app.ts";
import { queryAs } from "../support/database.ts";

const listed = "https://app.example.org";
const foreign = "https://app.example.org.evil.example";
const env = { CORS_ORIGINS: listed };

let server: Awaited<ReturnType<typeof createTestServer>>;
let user: TestUser;
let sound: string;
const broken: Record<string, Awaited<ReturnType<typeof createApp>>["fastify"]> = {};
beforeAll(async () => {
  server = await createTestServer({ site, env });
  user = await server.user({ artist: true });
  const { body, type } = encodeForm("video", {
    file: { name: "a.mp3", bytes: audioBytes("mp3") },
  });
  const upload = await call("POST", "/media/v1_1/offbeat/video/upload", {
    payload: body,
    "content-type": type,
  });
  const song = { title: "Tide", artist: "Ada", album: null, genre: "Ska", private: false };
  await server.call("POST", "/api/songs", user, {
    body: { song, metadata: upload.body, image: null },
  });
  sound = `/media/${upload.body.public_id}`;
  const settings = readSettings({ DATA_DIR: server.deps.settings.dataDir, ...env });
  const make = async (query: () => Promise<never>, factor = "1") =>
    (
      await createApp({
        ...server.deps,
        settings: { ...settings, rateFactor: Number(factor) },
        db: { ...server.db, query },
      })
    ).fastify;
  broken["internal"] = await make(() => Promise.reject(new Error("no")));
  broken["away"] = await make(() => Promise.reject(new HttpProblem("unavailable")));
  broken["limited"] = await make(() => Promise.reject(new Error("no")), "0.0001");
});
afterAll(async () => {
  for (const app of Object.values(broken)) await app.close();
  await server.close();
});

interface Ask {
  payload?: Buffer | string;
  app?: string;
  signedIn?: boolean;
  [header: string]: unknown;
}

async function call(method: "GET" | "POST" | "DELETE", url: string, ask: Ask): Promise<TestReply> {
  const { payload, app, signedIn = true, ...headers } = ask;
  const target = app === undefined ? server.app : broken[app];
  if (!target) throw new Error(`No app ${app}`);
  const reply = await target.inject({
    method,
    url,
    ...(payload === undefined ? {} : { payload }),
    headers: {
      ...(signedIn ? { authorization: `Bearer ${user.token}` } : {}),
      // Headers are text.
      ...(headers as Record<string, string>),
    },
  });
  return replyOf(reply);
}

const json = { "content-type": "application/json" };
const accounts = "/identitytoolkit.googleapis.com/v1/accounts:";
const rows: [string, number, "GET" | "POST" | "DELETE", string, Ask][] = [
  ["a page", 200, "GET", "/home-page", {}],
  ["a script", 200, "GET", "/static/js/main-abc.js", {}],
  ["a script that is known", 304, "GET", "/static/js/main-abc.js", { "if-none-match": '"x"' }],
  ["a redirect", 307, "GET", "/home-page", { host: "127.0.0.1:3000" }],
  ["the settings", 200, "GET", "/config.json", {}],
  ["a list", 200, "GET", "/api/songs/all", {}],
  ["a list that is known", 304, "GET", "/api/songs/all", { "if-none-match": "*" }],
  ["statistics", 200, "GET", "/statistics/new-songs", {}],
  ["nothing", 404, "GET", "/api/nothing", {}],
  ["no token", 401, "GET", "/api/songs/all", { signedIn: false }],
  ["another method", 405, "DELETE", "/api/songs/mysongs/x", {}],
  ["a large body", 413, "POST", "/api/users", { payload: `"${"x".repeat(140_000)}"`, ...json }],
  ["another type", 415, "POST", "/api/users", { payload: "x", "content-type": "text/xml" }],
  ["wrong values", 422, "POST", "/api/users", { payload: "[1]", ...json }],
  ["too many calls", 429, "GET", "/api/songs/all", { app: "limited" }],
  ["a failure", 500, "GET", "/api/songs/all", { app: "internal" }],
  ["a database that is away", 503, "GET", "/api/songs/all", { app: "away" }],
  ["an upload without a file", 400, "POST", "/media/v1_1/offbeat/video/upload", {}],
  ["an upload elsewhere", 404, "POST", "/media/v1_1/other/video/upload", {}],
  ["keys", 200, "GET", "/identity/jwks.json", {}],
  ["a sign-in", 400, "POST", `${accounts}signInWithPassword`, { payload: "{}", ...json }],
  ["a token", 400, "POST", "/securetoken.googleapis.com/v1/token", { payload: "{}", ...json }],
];
const mediaRows: typeof rows = [
  ["a sound", 200, "GET", "", {}],
  ["a part of it", 206, "GET", "", { range: "bytes=0-9" }],
  ["a sound that is known", 304, "GET", "", { "if-none-match": "*" }],
  ["a part past its end", 416, "GET", "", { range: "bytes=99999999-" }],
  ["a sound of somebody else", 403, "GET", "private", {}],
  ["no sound", 404, "GET", "nothing", {}],
];

test.each(rows)("%s (%i) has what every answer has", async (_, status, method, url, ask) => {
  // The address that is limited may ask once.
  if (ask.app === "limited") await call(method, url, { ...ask });
  for (const origin of [listed, foreign, "null"]) {
    const { headers, ...reply } = await call(method, url, { ...ask, origin });
    expect([reply.status, headers["x-content-type-options"]]).toEqual([status, "nosniff"]);
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["content-security-policy"]).toMatch(/default-src '(self|none)'/);
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*/);
    expect(String(headers["cache-control"])).toMatch(/no-store|no-cache|max-age=\d+/);
    expect([headers["server"], headers["x-powered-by"]]).toEqual([undefined, undefined]);
    const allowed = origin === listed ? listed : undefined;
    expect([origin, headers["access-control-allow-origin"]]).toEqual([origin, allowed]);
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
    // Or a cache between gives one origin the answer of another.
    expect(String(headers["vary"]).split(", ")).toContain("Origin");
  }
});

test("an address that cannot be read is answered as strictly", async () => {
  const { status, headers } = await call("GET", "/api/users/%zz", { origin: listed });
  expect(status).toBe(400);
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'",
    "cache-control": "no-store",
  });
  expect(headers["access-control-allow-origin"]).toBeUndefined();
});

test.each(mediaRows)("%s (%i) is never a page", async (_, status, method, name, ask) => {
  const { _id } = await server.song(user, { private: true });
  const [row] = await queryAs<{ audio: string }>(server.db, "select audio from songs where id = $1", [_id]);
  const url = name === "" ? sound : `/media/${name === "private" ? row?.audio : name}`;
  for (const origin of [listed, foreign]) {
    const { headers, ...reply } = await call(method, url, { ...ask, origin });
    expect(reply.status).toBe(status);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "content-security-policy": "sandbox; default-src 'none'",
      // Anybody's page may play it; the address is what lets one in.
      "access-control-allow-origin": "*",
      "cache-control": expect.stringMatching(/^(private, no-cache|(private, )?no-store)$/),
    });
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
    expect([headers["server"], headers["x-powered-by"]]).toEqual([undefined, undefined]);
  }
});
