/**
 * Installs and builds before `npm start`, `npm run dev` and `npm test`, each only when its inputs changed. Uses only
 * Node's own modules, because on a fresh clone nothing is installed yet.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const installStamp = join(root, "node_modules", ".offbeat-installed");
const buildStamp = join(root, "dist", ".offbeat-built");

/** The inputs of the build. */
const sources = [
  "contract",
  "manifest.webmanifest",
  "index.html",
  "package-lock.json",
  "scripts",
  "public",
  "server",
  "src",
  "sw",
  "vite.config.ts",
];

/** Excludes tests. */
const isBuildInput = (path) => !/\.test\.tsx?$/.test(path);

/** Installs the exact versions of package-lock.json if needed. Exits with a message on failure. */
export function ensureInstalled() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    stop(`Offbeat needs Node 20.19 or newer, and this is ${process.versions.node}. See https://nodejs.org`);
  }
  const wanted = hashOf(["package-lock.json"]);
  if (read(installStamp) === wanted) return;
  console.log("Installing what Offbeat needs (once; a minute or two)…");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const options = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync(npm, options, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) stop("The installation failed; the lines above say why. Check the network and try again.");
  writeFileSync(installStamp, wanted);
}

/** Builds page, worker and server into `dist/` if their sources changed since the last build. */
export async function ensureBuilt() {
  const wanted = hashOf(sources);
  const results = ["app/index.html", "server/main.js"].map((name) => join(root, "dist", name));
  if (read(buildStamp) === wanted && results.every((path) => existsSync(path))) return;
  console.log("Building…");
  // An interrupted build must not look up to date.
  rmSync(buildStamp, { force: true });
  const { build } = await import("vite");
  await withProductionEnv(async () => {
    await build({ root, logLevel: "warn" });
    await build({ root, logLevel: "warn", mode: "server" });
  });
  await compress(join(root, "dist", "app"));
  writeFileSync(buildStamp, wanted);
}

/**
 * Runs `work` with NODE_ENV=production: a test runner's would give a development build. Restores it, since tests that
 * follow in this environment need React's development build.
 */
async function withProductionEnv(work) {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/** Writes a `.br` beside every compressible file, so that the server never compresses. */
async function compress(folder) {
  const brotli = promisify(brotliCompress);
  for (const path of filesIn(folder).filter((file) => /\.(js|css|html|svg|webmanifest|json|map)$/.test(file))) {
    const bytes = readFileSync(path);
    const small = await brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    });
    if (small.length < bytes.length * 0.95) writeFileSync(`${path}.br`, small);
  }
}

function hashOf(paths) {
  const hash = createHash("sha256").update(process.version.split(".")[0] ?? "");
  for (const path of paths.flatMap((name) => filesIn(join(root, name))).filter(isBuildInput)) {
    hash.update(path.slice(root.length)).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  // The demo music: the server reads it in place.
  if (path.endsWith("/demo/library")) return [];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesIn(join(path, entry.name)));
}

const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined);

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
