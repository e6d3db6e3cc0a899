/** A small site around the audio engine: its page, built as the app is, and a media host. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";
import { MediaHost } from "./media-host.ts";

export interface AudioSite {
  origin: string;
  media: MediaHost;
  /** Size of the built page's script. */
  scriptBytes: number;
  close: () => Promise<void>;
}

export async function startAudioSite(): Promise<AudioSite> {
  const folder = mkdtempSync(join(tmpdir(), "offbeat-audio-"));
  const script = await buildPage(folder);
  const media = new MediaHost();

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname.startsWith("/media/")) return media.handle(request, response, url);
    const [type, body] =
      url.pathname === "/page.js"
        ? ["text/javascript", script]
        : ["text/html", `<!doctype html><body><script type="module" src="/page.js"></script></body>`];
    response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo; // a TCP server's address, not a pipe's

  return {
    origin: `http://localhost:${port}`,
    media,
    scriptBytes: script.length,
    close: () =>
      new Promise((closed) => {
        rmSync(folder, { recursive: true, force: true });
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** In a folder of its own, so that nothing of the app but the engine is built. */
async function buildPage(folder: string): Promise<string> {
  const entry = join(folder, "main.ts");
  const page = resolve(import.meta.dirname, "audio-page.ts");
  writeFileSync(entry, `import ${JSON.stringify(page)};\n`);
  await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    mode: "production",
    build: {
      outDir: "dist",
      target: "es2022",
      rolldownOptions: { input: entry, output: { entryFileNames: "page.js" } },
    },
  });
  return readFileSync(join(folder, "dist/page.js"), "utf8");
}
