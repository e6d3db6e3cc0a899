/** A small site around the real service worker: the built worker, a test page as its shell, a media host. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { bundle } from "./bundle.ts";
import { MediaHost } from "./media-host.ts";

const shell = `<!doctype html><title>Shell</title><p id="not-started"></p><script type="module" src="/static/js/page.js"></script>`;
const portalPage = "<!doctype html><title>Welcome to the hotel</title>";
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

export interface WorkerSite {
  origin: string;
  media: MediaHost;
  /** Requests that were no media, by path. */
  paths: string[];
  /** Serves another version of the worker from now on. */
  setVersion: (version: string) => void;
  /** Serves what takes the worker out of action, until the next `setVersion`. */
  retireWorker: () => void;
  /** Answers requests for the worker only once this resolves. */
  holdWorker: (until: Promise<unknown>) => void;
  /** Answers all but the worker itself with a page, as a captive portal does. */
  setPortal: (isOn: boolean) => void;
  close: () => Promise<void>;
}

/** @param script the page's module */
export async function startWorkerSite(script = "tests/support/worker-page.ts"): Promise<WorkerSite> {
  const [worker, page] = await Promise.all([bundle("sw/main.ts", "iife"), bundle(script, "es")]);
  const retiring = readFileSync(join(import.meta.dirname, "../../public/retire-worker.js"), "utf8");
  const media = new MediaHost();
  const paths: string[] = [];
  let version = "1";
  let isRetired = false;
  let isPortal = false;
  let held: Promise<unknown> = Promise.resolve();

  const workerScript = () => {
    const manifest = [
      { url: "index.html", revision: version },
      { url: "static/js/page.js", revision: version },
      { url: `static/js/lazy-${version}.js`, revision: null },
    ];
    return `${worker.replace("self.__WB_MANIFEST", JSON.stringify(manifest))}\n// version ${version}`;
  };
  const answer = (path: string, search: URLSearchParams): [type: string, body: string] => {
    if (path === "/main.js") return ["text/javascript", isRetired ? retiring : workerScript()];
    if (isPortal) return ["text/html", portalPage];
    if (path === "/static/js/page.js") return ["text/javascript", page];
    if (path === `/static/js/lazy-${version}.js`) return ["text/javascript", `export const version = "${version}";`];
    if (path === "/api/fresh") return ["application/json", JSON.stringify(freshUrl(search.get("path") ?? ""))];
    if (path === "/config.json" || path.startsWith("/api/")) return ["application/json", "{}"];
    return ["text/html", shell];
  };
  const freshUrl = (path: string) => {
    const n = Number(path.replace("/media/audio", ""));
    return media.assets.has(`audio${n}`) ? media.urlOf(n) : null;
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname.startsWith("/media/cover")) {
      paths.push(url.pathname + url.search);
      response.writeHead(200, { "content-type": "image/png", "cache-control": "public, immutable" }).end(picture);
    } else if (url.pathname.startsWith("/media/")) {
      media.handle(request, response, url);
    } else {
      paths.push(url.pathname);
      if (url.pathname === "/main.js") await held;
      const [type, body] = answer(url.pathname, url.searchParams);
      response.writeHead(200, { "content-type": type, "cache-control": "no-cache" }).end(body);
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo; // a TCP server's address, not a pipe's

  return {
    origin: `http://localhost:${port}`,
    media,
    paths,
    setVersion: (next) => {
      version = next;
      isRetired = false;
    },
    retireWorker: () => {
      isRetired = true;
    },
    holdWorker: (until) => {
      held = until;
    },
    setPortal: (isOn) => {
      isPortal = isOn;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
