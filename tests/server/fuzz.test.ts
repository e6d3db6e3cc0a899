/** Requests that nobody would write: whatever comes is refused or answered, and nothing of the inside breaks (specification 11.20, 21.6). */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { InjectOptions } from "fastify";
import { operations } from "../../server/identity/operations.ts";
import { basePaths } from "../../server/http/router.ts";
import { createRandom } from "../../server/seed/random.ts";
import { createTestServer, type TestServer } from "../support/server.ts";
import { site } from "../support/built-page.ts";

let server: TestServer;
let tokens: string[];
/** Of songs, playlists, files and people that there are. */
let names: string[];
beforeAll(async () => {
  server = await createTestServer({ site, env: { RATE_FACTOR: "1000" } });
  const owner = await server.user({ artist: true });
  const [song, playlist, image] = [
    (await server.song(owner))._id,
    (await server.playlist(owner))._id,
    await server.asset(owner.uid, "image"),
  ];
  names = [song, playlist, image, owner.uid, "00000000-0000-7000-8000-000000000000"];
  tokens = [owner.token, (await server.user({ profile: false })).token];
});
afterAll(() => server.close());

/** Beside those of the contract. */
const otherRoutes = [
  ...Object.keys(operations).map((name) => `POST /identitytoolkit.googleapis.com/v1/accounts:${name}`),
  "POST /securetoken.googleapis.com/v1/token",
  "POST /identity/google",
  "GET /identity/google",
  "GET /identity/jwks.json",
  "GET /media/{id}",
  "HEAD /media/{id}",
  "OPTIONS /media/{id}",
  "POST /media/v1_1/offbeat/video/upload",
  "POST /media/v1_1/offbeat/image/upload",
  "GET /config.json",
  "GET /healthz",
  "GET /readyz",
  "GET /",
  "GET /static/js/{id}",
  "GET /playlist/{id}",
];

const deep = (open: string, end: string, times = 20_000) => open.repeat(times) + end.repeat(times);
const strangeTexts = [
  "",
  " ",
  "null",
  "undefined",
  "NaN",
  "-0",
  "1e999",
  "0x10",
  "9".repeat(400),
  "-1",
  "1.5",
  "true",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\ufeff",
  "\u202e",
  "\u200b\u200b",
  "İ",
  "ß".repeat(300),
  "👩‍👩‍👧".repeat(60),
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "$ne",
  "%",
  "%00",
  "%25%30%30",
  "'; drop table users; --",
  "../../../etc/passwd",
  "..%2f..%2f",
  "//evil.example",
  "http://[",
  "[object Object]",
  "x".repeat(5_000),
  "=?utf-8?q?x?=",
  "\r\nX-Injected: 1",
  "ids",
  "2026-11-21T12:00:00.000Z",
  'W/"x"',
  "*",
];
const strangeValues: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  [{}],
  { length: -1 },
  { toString: 1 },
  { toJSON: "x" },
  { catch: 1 },
  { "": "" },
  { valueOf: null },
  { constructor: { prototype: {} } },
  Array.from({ length: 500 }, () => "x"),
  ...strangeTexts,
];
const strangeBodies = [
  "",
  "{",
  "[",
  "null",
  "0",
  '"x"',
  "[]",
  "{}",
  "\ufeff{}",
  '{"__proto__":{"artist":true}}',
  '{"a":1}{"b":2}',
  '{"constructor":{"prototype":{}}}',
  deep("[", "]"),
  deep('{"a":', "}"),
  '{"a":'.repeat(20_000),
  "\u0000",
  '{"a":"\\ud800"}',
  "a=b&a=c",
  "=&=&==",
  "--x\r\n\r\n--x--",
  `{"a":${"9".repeat(5_000)}}`,
];
const strangeTypes = [
  "application/json",
  "application/json; charset=utf-16",
  "application/json;;;",
  "text/plain",
  "text/html",
  "x",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "multipart/form-data; boundary=x",
  `multipart/form-data; boundary=${"x".repeat(5_000)}`,
  'multipart/form-data; boundary="',
  "multipart/mixed; boundary=x",
  "application/json, application/json",
];
const strangeHeaders: Record<string, string[]> = {
  "idempotency-key": ["a", "", "x".repeat(101), "\u00e9", "a b"],
  authorization: [
    "",
    "Bearer",
    "Bearer a.b.c",
    "Basic eDp5",
    "Bearer ..",
    `Bearer ${"a".repeat(4_000)}.b.c`,
    "bearer x",
  ],
  range: ["bytes=0-", "bytes=-0", "bytes=9-1", "bytes=0-0,1-1", "bytes=a-b", `bytes=${"9".repeat(300)}-`, "x"],
  "if-range": ["x", '"x"', 'W/"x"', "Thu, 01 Jan 1970 00:00:00 GMT"],
  "if-none-match": ["*", ",,,", "W/", '"'.repeat(500)],
  "content-length": ["0", "-1", "1e3", "x"],
  "content-encoding": ["gzip", "br", "identity"],
  "transfer-encoding": ["chunked"],
  expect: ["x"],
  host: ["", "localhost", "evil.example", "[::1", "a b", "localhost:99999"],
  origin: ["null", "http://localhost", "http://evil.example", "x"],
  accept: ["", "text/html", "*/*;q=x"],
  "x-forwarded-for": ["x", "1.2.3.4, 5.6.7.8", ""],
  "accept-encoding": ["gzip", "x"],
  cookie: ["a=b; __proto__=c"],
  "access-control-request-method": ["PUT", ""],
};

const { next: random, pick, chance: often } = createRandom(20_261_122);
const escape = (text: string) => {
  try {
    return encodeURIComponent(text);
  } catch {
    return "%ED%A0%80";
  }
};
const inPath = () =>
  pick([
    () => pick(names),
    () => escape(pick(strangeTexts)),
    () => pick(["%zz", "%E0%A4%A", "%c0%ae", "%2f", ";a=b", "a%00"]),
  ])();
const inQuery = () =>
  Array.from({ length: Math.floor(random() * 6) }, () => {
    const name = pick([
      "fields",
      "limit",
      "cursor",
      "ids",
      "q",
      "userId",
      "uid",
      "exp",
      "sig",
      "w",
      "key",
      "a[b][c]",
      "__proto__",
      "__proto__[x]",
      "constructor",
      "%zz",
    ]);
    return often(0.1) ? name : `${name}=${often(0.3) ? pick(names) : escape(pick(strangeTexts))}`;
  }).join("&");

/** A body that begins as the contract wants it. */
function bodyOf(schema: unknown, depth = 0): unknown {
  if (often(0.15) || depth > 5) return often(0.2) ? pick(names) : pick(strangeValues);
  const { entries } = (typeof schema === "object" ? schema : {}) as {
    entries?: Record<string, unknown>;
  };
  if (entries)
    return Object.fromEntries(Object.entries(entries).map(([name, part]) => [name, bodyOf(part, depth + 1)]));
  return pick([
    () => pick(names),
    () => [pick(names), pick(names)],
    () => "Slow Tide",
    () => "Ska",
    () => true,
    () => pick(strangeValues),
  ])();
}

/** Of the embedded provider. */
const identityBody = () =>
  Object.fromEntries(
    [
      "email",
      "password",
      "idToken",
      "oobCode",
      "newPassword",
      "newEmail",
      "requestType",
      "postBody",
      "grant_type",
      "refresh_token",
      "returnSecureToken",
      "givenName",
      "familyName",
    ]
      .filter(() => often(0.6))
      .map((name) => [name, often(0.3) ? pick(tokens) : pick(strangeValues)]),
  );

function makeRequest(): InjectOptions {
  const endpoint = pick(server.bound).endpoint;
  const ofContract = `${endpoint.method} ${basePaths[endpoint.base]}${endpoint.path}`;
  const isCall = often(0.7);
  const [method, template = ""] = (isCall ? ofContract : pick(otherRoutes)).split(" ");
  const path = template.replace(/\{\w+\}/g, inPath) + (often(0.1) ? pick(["/", "//", "/..", "/%2e%2e", "?", "#"]) : "");
  const query = often(0.5) ? `?${inQuery()}` : "";
  const headers: Record<string, string> = often(0.9) ? { authorization: `Bearer ${pick(tokens)}` } : {};
  if (often(0.4)) headers["idempotency-key"] = `k${Math.floor(random() * 1e9)}`;
  for (const [name, values] of Object.entries(strangeHeaders)) if (often(0.03)) headers[name] = pick(values);
  const request: InjectOptions = {
    // A method that Fastify knows not at all never gets here.
    method: (often(0.05) ? pick(["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "POST"]) : method) as "GET",
    url: path + query,
    headers,
  };
  if (method === "GET" || method === "HEAD") return request;
  headers["content-type"] = often(0.85) ? "application/json" : pick(strangeTypes);
  return {
    ...request,
    payload: often(0.75)
      ? (JSON.stringify(isCall ? bodyOf(endpoint.body) : identityBody()) ?? "")
      : pick(strangeBodies),
  };
}

const show = ({ method, url, headers, payload }: InjectOptions) =>
  JSON.stringify({ method, url, headers, payload: String(payload ?? "").slice(0, 300) }).slice(0, 1_500);

/** What is wrong with an answer, if anything. */
async function findFault(request: InjectOptions): Promise<string | undefined> {
  const { statusCode, headers, payload } = await server.app.inject(request);
  const seen = `${statusCode} ${payload.slice(0, 300)} to ${show(request)}`;
  if (statusCode >= 500) return seen;
  if (statusCode < 400) return undefined;
  // What is refused is told in few words.
  if (payload.length > 4_000) return `${payload.length} bytes: ${seen}`;
  const isCall = /^\/(api|statistics)\//.test(String(request.url)) && request.method !== "HEAD";
  const isProblem = String(headers["content-type"]).startsWith("application/problem+json");
  return isCall && !isProblem ? `no problem details: ${seen}` : undefined;
}

async function findFaults(requests: Iterable<InjectOptions>): Promise<string[]> {
  const faults: string[] = [];
  for (const request of requests) faults.push(...[(await findFault(request)) ?? []].flat());
  return faults;
}

const withToken = (headers: Record<string, string>) => ({
  authorization: `Bearer ${tokens[0]}`,
  ...headers,
});

test("no call breaks over a body nested too deep", async () => {
  const requests = server.bound
    .filter(({ endpoint }) => endpoint.method !== "GET")
    .flatMap(({ endpoint }) =>
      [deep("[", "]"), deep('{"a":', "}", 15_000)].map((payload, n) => ({
        method: endpoint.method,
        url: (basePaths[endpoint.base] + endpoint.path).replace(/\{\w+\}/g, names[0] ?? ""),
        headers: withToken({ "content-type": "application/json", "idempotency-key": `deep-${n}` }),
        payload,
      })),
    );
  expect(requests.length).toBeGreaterThan(40);
  expect(await findFaults(requests)).toEqual([]);
});

test("no upload breaks over a form that is none", async () => {
  const requests = ["image", "video"].flatMap((kind) =>
    strangeTypes.map((type) => ({
      method: "POST" as const,
      url: `/media/v1_1/offbeat/${kind}/upload`,
      headers: withToken({ "content-type": type }),
      payload: '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\n--x--',
    })),
  );
  expect(await findFaults(requests)).toEqual([]);
});

test("nothing strange breaks a route", { timeout: 60_000 }, async () => {
  expect(await findFaults(Array.from({ length: 600 }, makeRequest))).toEqual([]);
  const [{ artist } = { artist: undefined }] = await server.db.query("select artist from users limit 1");
  expect([artist, "artist" in Object.prototype]).toEqual([true, false]);
});
