/**
 * The floor of a start without a network, on the app's own origin: a page of React and Dexie alone under a worker that does
 * nothing but answer from its cache. `install` lays both on a device; `open` starts it there.
 */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { join } from "node:path";
import { build } from "vite";
import { root } from "../../scripts/setup.mjs";

const scope = "/empty-shell/";
/** How often a start is asked whether it is over. By default that is in each frame, which the page would draw for it. */
export const pollMs = 100;
/** Of that page: a new one is a new worker. */
const workerOf = (script) => `
const cacheName = "empty-shell-${createHash("sha256").update(script).digest("hex")}";
const kept = ["${scope}", "${scope}page.js"];
addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(kept)));
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) =>
  event.respondWith(caches.match(event.request, { cacheName, ignoreSearch: true })));
`;
const shell = `<!doctype html><title>Empty shell</title><script type="module" src="${scope}page.js"></script>`;

/** Lays the floor on devices. The app's server must not be running: this takes its port. */
export async function installEmptyShell(contexts, port) {
  const script = await buildPage();
  const files = {
    [scope]: ["text/html", shell],
    [`${scope}page.js`]: ["text/javascript", script],
    [`${scope}worker.js`]: ["text/javascript", workerOf(script)],
    // The app's worker answers others with the app.
    "/healthz": ["text/plain", ""],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[new URL(request.url, "http://localhost").pathname] ?? [];
    if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": type }).end(body);
  });
  await new Promise((resolve) => server.listen(port, resolve));
  try {
    for (const open of contexts) {
      const context = await open();
      const [page] = context.pages();
      await page.goto(`http://localhost:${port}/healthz`);
      await page.evaluate(register, scope);
      await context.close();
    }
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function buildPage() {
  const [{ output }] = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      target: "es2022",
      lib: { entry: join(root, "tests/bench/empty-shell-page.ts"), formats: ["es"], fileName: "page" },
      minify: true,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  return output[0].code;
}

/** In the page. */
async function register(scope) {
  const registration = await navigator.serviceWorker.register(`${scope}worker.js`, { scope });
  // Of a page of an earlier run.
  await registration.update();
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  while (worker.state !== "activated") await new Promise((resolve) => setTimeout(resolve, 50));
}

/**
 * @returns milliseconds from the navigation to the list, and to the sound of a bare element that plays its first song
 * @throws Error if that does not sound
 */
export async function openEmptyShell(page, url, uid) {
  await page.goto(`${url}${scope}?uid=${uid}`);
  await page.waitForFunction(() => (window.sounded ?? window.failure) !== undefined, undefined, { polling: pollMs });
  const { failure, ...times } = await page.evaluate(() => ({
    list: window.listed,
    sound: window.sounded,
    failure: window.failure,
  }));
  if (failure !== undefined) throw new Error(`The floor is silent: ${failure}`);
  return times;
}
