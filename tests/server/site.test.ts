/** The page's files, and what a page asks at its start. */
import { request } from "node:http";
import { mkdtemp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import * as v from "valibot";
import { afterAll, beforeAll, expect, describe, test } from "vitest";
import { Config } from "../../contract/config.ts";
import { createApp } from "../../server/app.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { readSiteFiles } from "../../server/site/files.ts";
import { redirectTarget } from "../../server/site/routes.ts";
import { createTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "offbeat-site-"));
  await mkdir(join(directory, "static/js"), { recursive: true });
  const shell = '<!doctype html><html lang="en"><title>Offbeat</title>';
  await writeFile(join(directory, "index.html"), shell);
  await writeFile(join(directory, "index.html.br"), brotliCompressSync(shell));
  await writeFile(join(directory, "register.html"), "<!doctype html><title>Register</title>");
  await writeFile(join(directory, "sw.js"), "self.x = 1;");
  await writeFile(join(directory, "main.js"), "the worker");
  await writeFile(join(directory, "retire-worker.js"), "its end");
  await writeFile(join(directory, "static/js/main-abc.js"), "plain");
  await writeFile(join(directory, "static/js/main-abc.js.br"), "small");
  server = await createTestServer({
    site: await readSiteFiles(directory),
    env: { MAX_AUDIO_BYTES: "5000000" },
  });
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

describe("the page", () => {
  const get = (url: string, headers: Record<string, string> = {}) => server.call("GET", url, null, { headers });

  test("is the shell for every navigation that is not the server's", async () => {
    for (const url of [
      "/",
      "/home-page",
      "/playlist/1?x=1",
      "/playlist-user/ada.lovelace",
      "/auth/action?mode=resetPassword",
      "/index.html",
    ]) {
      const reply = await get(url, { host: "localhost:3000" });
      expect([url, reply.status, reply.headers["content-type"]]).toEqual([url, 200, "text/html; charset=utf-8"]);
      expect(reply.headers["cache-control"]).toBe("no-cache");
      expect(reply.text).toContain("<title>");
    }
  });

  // 3.1.2
  test("also comes for an address with a broken escape, as that of no screen", async () => {
    const html = { host: "localhost:3000", accept: "text/html" };
    const reply = await get("/playlist/100%?q=5%", html);
    expect([reply.status, reply.headers["location"]]).toEqual([302, "/playlist/100%25?q=5%"]);
    expect((await get("/playlist/100%25", html)).status).toBe(200);
    expect((await get("/api/users/%zz", html)).status).toBe(400);
  });

  test("never sends a broken address to another site", async () => {
    const { port } = new URL(await server.app.listen({ port: 0 }));
    // Over the line: what injects requests makes a host of two slashes.
    const locationOf = (path: string) =>
      new Promise((resolve, reject) => {
        const headers = { host: "localhost:3000" };
        request({ port, path, headers }, (response) => {
          response.resume();
          resolve(response.headers.location);
        })
          .on("error", reject)
          .end();
      });
    for (const path of ["//evil.example/%", "/\\evil.example/%", "///evil.example/%"])
      expect([path, await locationOf(path)]).toEqual([path, "/evil.example/%25"]);
  });

  test("is the document of its address, where the build has one", async () => {
    const titles = ["/register", "/register/", "/register.html", "/register/artist", "/login", "/x"];
    const replies = await Promise.all(titles.map((url) => get(url)));
    expect(replies.map(({ text }) => /<title>(.*)<\/title>/.exec(text)?.[1]).join(" ")).toBe(
      "Register Register Register Offbeat Offbeat Offbeat",
    );
    const headers = { host: "127.0.0.1:3000" };
    expect((await get("/register", headers)).headers["location"]).toBe("http://localhost:3000/register");
  });

  test("has the worker, or what takes it out of action (specification 17.59)", async () => {
    expect((await get("/main.js")).text).toBe("the worker");
    const retiring = await createTestServer({ site: await readSiteFiles(directory), env: { WORKER: "off" } });
    try {
      const reply = await retiring.call("GET", "/main.js", null);
      expect([reply.status, reply.text]).toEqual([200, "its end"]);
      expect(reply.headers["content-type"]).toBe("text/javascript; charset=utf-8");
      expect(reply.headers["cache-control"]).toBe("no-cache");
    } finally {
      await retiring.close();
    }
  });

  // 3.3.5
  test("says where there is no Google to sign in with, so that its place is not kept", async () => {
    const files = await readSiteFiles(directory);
    const tags = new Set<unknown>();
    for (const [isOn, start] of [
      [false, '<!doctype html><html data-google="off" lang="en">'],
      [true, '<!doctype html><html lang="en">'],
    ] as const) {
      const { fastify } = await createApp({ ...server.deps, demo: { ...server.deps.demo, isOn } }, { site: files });
      const ask = (headers = {}) => fastify.inject({ url: "/login", headers: { host: "localhost:3000", ...headers } });
      const plain = await ask();
      const small = await ask({ "accept-encoding": "br" });
      await fastify.close();
      expect(plain.payload.slice(0, start.length)).toBe(start);
      expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.payload);
      expect(small.headers["etag"]).not.toBe(plain.headers["etag"]);
      tags.add(plain.headers["etag"]);
    }
    expect(tags.size).toBe(2);
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
    const head = await server.call("HEAD", "/sw.js", null);
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
    expect((await server.call("POST", "/home-page", null)).status).toBe(404);
  });

  test("tells clients where everything is, and that it lives", async () => {
    const config = v.parse(Config, (await get("/config.json")).body);
    expect(config).toMatchObject({ api: "/api", identity: { kind: "embedded", google: "off" } });
    const { maxAudioBytes, maxImageBytes } = server.deps.settings;
    expect([config.upload.song.maxBytes, config.upload.image.maxBytes]).toEqual([maxAudioBytes, maxImageBytes]);
    expect((await get("/healthz")).status).toBe(200);
    expect((await get("/readyz")).status).toBe(200);
    const db = { ...server.db, query: () => Promise.reject(new Error("away")) };
    const { fastify } = await createApp({ ...server.deps, db });
    const reply = await fastify.inject("/readyz");
    await fastify.close();
    expect([reply.statusCode, reply.json().code, reply.headers["retry-after"]]).toEqual([503, "unavailable", "5"]);
  });

  test("answers a share that no worker took: the page asks for the files again, and nothing is kept", async () => {
    const share = (bytes: number) =>
      server.app.inject({
        method: "POST",
        url: "/share-target",
        headers: { "content-type": "multipart/form-data; boundary=x" },
        payload: Buffer.alloc(bytes),
      });
    const { maxAudioBytes } = server.deps.settings;
    // Several files, together larger than one may be.
    for (const bytes of [0, 3_000_000, 2 * maxAudioBytes]) {
      const reply = await share(bytes);
      expect([reply.statusCode, reply.headers.location]).toEqual([303, "/share-target?lost=1"]);
    }
    expect(await readdir(join(server.deps.settings.dataDir, "media/tmp"))).toEqual([]);
  });

  test("redirects navigations of 127.0.0.1, and nothing else", async () => {
    const reply = await get("/playlist/1?x=1", { host: "127.0.0.1:3000" });
    expect([reply.status, reply.headers["location"]]).toEqual([307, "http://localhost:3000/playlist/1?x=1"]);
    for (const url of ["/sw.js", "/config.json", "/healthz"]) {
      expect([url, (await get(url, { host: "127.0.0.1:3000" })).status]).toEqual([url, 200]);
    }
    for (const host of ["127.0.0.1:4000", "192.168.0.7:3000", "localhost:3000", "[bad"]) {
      expect([host, (await get("/", { host })).status]).toEqual([host, 200]);
    }
  });

  test("redirects other hosts to a public address that was set", () => {
    const target = (host: string, env: Record<string, string>) => redirectTarget(host, readSettings(env));
    const set = { PUBLIC_URL: "https://music.example.org" };
    expect(target("192.168.0.7:3000", set)).toBe("https://music.example.org");
    expect(target("music.example.org", set)).toBeUndefined();
    expect(target("music.example.org:443", set)).toBeUndefined();
    expect(target("192.168.0.7:3000", { PUBLIC_URL: "http://localhost:3000" })).toBeUndefined();
  });
});
