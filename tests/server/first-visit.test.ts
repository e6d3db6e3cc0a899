/** Documents for visitors that are painted before any script (specification 3.2.15). */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storedCookie } from "../../contract/first-visit.ts";
import { hashOf, type SiteFile } from "../../server/site/files.ts";
import { createTestServer, type TestServer } from "../support/server.ts";

const styles = "p { color: red }";
const file = (text: string): SiteFile => ({
  bytes: Buffer.from(text),
  brotli: undefined,
  type: "text/html; charset=utf-8",
  hash: hashOf(Buffer.from(text)),
});
const first = (language: string, path: string) =>
  file(`<!doctype html><html lang="${language}"><title>first ${path}</title><style>${styles}</style>`);

let server: TestServer;
beforeAll(async () => {
  const documents = ["index", "register", "favorites"].map(
    (name) => [`/${name}.html`, file(`<html lang="en"><title>${name}</title><style>i { color: red }</style>`)] as const,
  );
  const firsts = ["en", "de"].flatMap((language) =>
    ["/login", "/register", "/login.dark"].map(
      (path) => [`/first-visit/${language}${path}.html`, first(language, path)] as const,
    ),
  );
  server = await createTestServer({ site: new Map([...documents, ...firsts]) });
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) => server.call("GET", url, null, { headers });
const titleOf = ({ text }: { text: string }) => /lang="(\w+)".*<title>(.*)<\/title>/.exec(text)?.slice(1).join(" ");
const cookieOf = (value: string) => (storedCookie(value, true, true).split(";")[0] ?? "").trim();
const cookie = cookieOf("1");

test.each([
  ["/login", undefined, "en first /login"],
  ["/", "de-AT,de;q=0.9,en;q=0.8", "de first /login"],
  ["/register", "fr, de;q=0.4, en;q=0.2", "de first /register"],
  ["/register/", "fr", "en first /register"],
  ["/favorites", "en-GB", "en first /login"],
  ["/playlist/1?x=1", "de", "de first /login"],
  // Where the build has none.
  ["/auth/action", "de", "en index"],
])("%s for %s is %s", async (url, language, title) => {
  const headers: Record<string, string> = language === undefined ? {} : { "accept-language": language };
  expect(titleOf(await get(url, headers))).toBe(title);
  expect(titleOf(await get(url, { ...headers, cookie: "another=1; offbeat-stored-not=1" }))).toBe(title);
});

test.each([
  ["dark", "de-AT", "de first /login.dark"],
  ["dark.de", "en", "de first /login.dark"],
  [".de", "en", "de first /login"],
  [".fr", "de", "de first /login"],
])("what was chosen there (%s) is painted at once", async (value, language, title) => {
  expect(titleOf(await get("/login", { "accept-language": language, cookie: cookieOf(value) }))).toBe(title);
});

test("what may have stored a sign-in gets the document that asks the device", async () => {
  for (const [url, title] of [
    ["/login", "en index"],
    ["/register", "en register"],
    ["/favorites", "en favorites"],
  ] as const)
    for (const value of ["1", "sepia"])
      expect(titleOf(await get(url, { "accept-language": "de", cookie: `a=b; ${cookieOf(value)}` }))).toBe(title);
});

test("the worker stores documents for whoever comes, and no address leads to those of first visits", async () => {
  expect(titleOf(await get("/index.html?__WB_REVISION__=1", { "accept-language": "de" }))).toBe("en index");
  expect(titleOf(await get("/register.html"))).toBe("en register");
  expect((await get("/first-visit/en/login.html")).status).toBe(404);
  expect(titleOf(await get("/not/a/screen"))).toBe("en index");
});

test("caches tell them apart, and a document that is known is of the same kind", async () => {
  const ask = (headers: Record<string, string>) => get("/login", headers);
  const replies = await Promise.all([ask({}), ask({ "accept-language": "de" }), ask({ cookie })]);
  for (const { headers } of replies) {
    expect(headers["vary"]).toMatch(/Cookie, Accept-Language, Accept-Encoding/);
    expect(headers["cache-control"]).toBe("no-cache");
  }
  const tags = replies.map(({ headers }) => String(headers["etag"]));
  expect(new Set(tags).size).toBe(3);
  const [known = ""] = tags;
  expect((await ask({ "if-none-match": known })).status).toBe(304);
  expect(titleOf(await ask({ "if-none-match": known, cookie }))).toBe("en index");
  expect(titleOf(await ask({ "if-none-match": known, "accept-language": "de" }))).toBe("de first /login");
});

// 21.8
test("the policy allows the styles inside them by their hash, and no others", async () => {
  const hash = createHash("sha256").update(styles).digest("base64");
  const policy = String((await get("/login")).headers["content-security-policy"]);
  expect(policy.split(";")).toContain(`style-src 'self' 'sha256-${hash}'`);
  expect(policy).not.toContain("unsafe");
  expect(policy.match(/sha256-/g)).toHaveLength(1);
});
