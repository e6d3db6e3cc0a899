/// <reference types="vitest/config" />
/**
 * Three builds from one file: the page and its worker (default), the server (`--mode server`), and the tests
 * (vitest sets VITEST). All land in `dist/`.
 */
import { readdirSync, readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { prerender } from "./scripts/prerender.ts";
import { bannerOf, scriptGroups } from "./scripts/script-groups.ts";
import { serverPaths } from "./contract/config.ts";

/** What an installer shows of the app (manifest.webmanifest), and the README. */
const pictures: Plugin = {
  name: "pictures",
  apply: "build",
  generateBundle() {
    for (const name of readdirSync("docs/pictures"))
      this.emitFile({ type: "asset", fileName: `pictures/${name}`, source: readFileSync(`docs/pictures/${name}`) });
  },
};

const page: UserConfig = {
  plugins: [
    react(),
    prerender(),
    pictures,
    VitePWA({
      strategies: "injectManifest",
      srcDir: "sw",
      filename: "main.ts",
      injectRegister: false,
      registerType: "prompt",
      manifest: JSON.parse(readFileSync("manifest.webmanifest", "utf8")),
      manifestFilename: "manifest.webmanifest",
      // The icons of the manifest are precached by the plugin itself.
      injectManifest: {
        globPatterns: ["*.html", "static/**/*.{js,css,svg,woff2}"],
        // Stored under their own addresses: a page of an older version asks for them by these.
        dontCacheBustURLsMatching: /^static\//,
        rollupFormat: "iife",
      },
      devOptions: { enabled: true, type: "module" },
    }),
  ],
  build: {
    outDir: "dist/app",
    emptyOutDir: true,
    assetsDir: "static/assets",
    // The promised browsers (docs/browsers.md).
    target: ["chrome123", "edge123", "firefox128", "safari17.5"],
    modulePreload: {
      polyfill: false,
      // Scripts ask for no other scripts one by one: what is needed at once stands in the document, the worker has the rest.
      resolveDependencies: (_, files, { hostType }) => (hostType === "html" ? files : []),
    },
    // One file of styles: the order of cascade layers is that of their first mention, which split files would shuffle.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        entryFileNames: "static/js/[name]-[hash].js",
        chunkFileNames: "static/js/[name]-[hash].js",
        codeSplitting: { groups: scriptGroups() },
        postBanner: bannerOf,
      },
    },
  },
  worker: {
    format: "es",
    rolldownOptions: { output: { entryFileNames: "static/js/[name]-[hash].js" } },
  },
  server: {
    port: 3000,
    strictPort: true,
    // The page finds API, media and identity on its own origin, as it does behind the real server.
    proxy: Object.fromEntries(
      serverPaths.map((path) => [path, { target: process.env["OFFBEAT_DEV_API"] ?? "http://127.0.0.1:3001" }]),
    ),
  },
};

const server: UserConfig = {
  // All but what brings binaries of its own: a start that reads a few files in place of hundreds.
  ssr: { noExternal: true, external: ["sharp", "@electric-sql/pglite"] },
  build: {
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node20",
    ssr: true,
    rolldownOptions: {
      input: {
        main: "server/main.ts",
        admin: "server/admin/main.ts",
        "pglite-worker": "server/db/pglite-worker.ts",
        inspector: "server/media/inspector-process.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
};

/** Both cores of the smallest machine; vitest's own choice leaves one to itself. */
const maxWorkers = 2;

const patient = {
  /** A second, vitest's own patience with what is awaited, is too short where three browsers share two cores. */
  expect: { poll: { timeout: 10_000 } },
  /** A failure's message holds what was found: of a run elsewhere, its messages may be all there is. */
  chaiConfig: { truncateThreshold: 2_000 },
};

const unitTests = {
  testTimeout: 20_000,
  setupFiles: ["tests/support/unit-setup.ts"],
  // What is logged after the last test of a file would else fail the run: its way to the reporter is closed.
  disableConsoleIntercept: true,
};

const serverTests = {
  ...patient,
  // One process for many files: what it has loaded, compiled and warmed up is most of what a file of them takes.
  isolate: false,
  maxWorkers,
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

const browserTests = {
  ...patient,
  // Each wait of a test has its own, shorter limit, with a better message; a busy machine may need most of several. The
  // start of a server alone is given two minutes.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  globalSetup: ["tests/support/e2e-setup.ts"],
};

/**
 * Browser tests wait for the page more than they work: one more at a time than there are cores. The run with the long
 * suites has more time, and measures moments that a third browser stretches.
 */
const browsersAtOnce = process.env["CI"] ? 2 : 3;

const onPostgres = { ...serverTests, globalSetup: ["tests/support/postgres-setup.ts"] };
/** What only PostgreSQL can show: the embedded engine has one connection, and nothing there runs side by side. */
const postgresTests = ["tests/server/{concurrency,postgres}.test.ts"];
/** Faults that take long to bring about. Kills are in every run. */
const faultTests = [
  "tests/server/faults-{at-once,browser,database,delete,disk,flood,postgres,start,stop,uploads}.test.ts",
];
/** Storage that hangs, lines that break, devices that are full, other engines: what `CI=true` adds to every run. */
const longTests = [
  "tests/e2e/{access-dialogs,hardship,identity,keep-signed-in,kept-songs,keyboard,layout,lists-{chromium,firefox,webkit},live-changes,offline-{firefox,webkit},other-origin-{chromium,firefox,webkit},player-files,reader-settings,silent-firefox,story-{chromium-server-stops,firefox,webkit},sync-background,sync-playlists,sync-replay,sync-start,uploads,worker-downloads,worker-shell}.test.ts",
];
/** Unit tests that need a DOM say so in their first line. */
const componentTests = ["contract", "scripts", "src", "sw", "server", "tests/repository"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.test\.tsx?$/.test(path) && readFileSync(path, "utf8").startsWith("// @vitest-environment")),
);
const aloneTests = ["tests/e2e/{audio,long-list,player,screens,worker-audio}.test.ts"];

/** Which of them a run takes is said in `tests/run.mjs` and told in `docs/testing.md`. */
const tests = async (): Promise<UserConfig> => ({
  plugins: [react()],
  test: {
    // Builds load this file too, and need no test runner.
    sequence: { sequencer: (await import("./tests/support/longest-first.ts")).LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          ...unitTests,
          include: ["{contract,scripts,src,sw,server,tests/repository}/**/*.test.{ts,tsx}"],
          exclude: componentTests,
          // As for the server's tests; the setup file keeps them apart.
          isolate: false,
          maxWorkers,
        },
      },
      {
        test: {
          name: "components",
          ...unitTests,
          include: componentTests,
          // Beside the browsers, which leave the processor idle half of the time.
          maxWorkers: browsersAtOnce,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...serverTests,
          name: "server",
          include: ["tests/{server,sync}/**/*.test.ts"],
          exclude: [...postgresTests, ...faultTests],
        },
      },
      {
        test: {
          ...serverTests,
          name: "faults",
          include: faultTests,
          exclude: ["tests/server/faults-postgres.test.ts"],
        },
      },
      { test: { ...onPostgres, name: "postgres", include: postgresTests } },
      {
        // The server's once more, on a real PostgreSQL, but for what knows no database.
        test: {
          ...onPostgres,
          name: "server-postgres",
          include: ["tests/server/**/*.test.ts"],
          exclude: [
            ...postgresTests,
            "tests/server/{settings,site,process,headers,logs,xss,inspector,media-bombs,media-hostile}.test.ts",
            "tests/server/identity-{firebase,limits,mail,package,recovery,verifier}.test.ts",
            "tests/server/{audio-formats,audio-fuzz,durability,vacuum,admin,backup,programs}.test.ts",
            "tests/server/faults-{browser,database,disk,flood,start,uploads}.test.ts",
          ],
        },
      },
      {
        test: {
          ...browserTests,
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          exclude: [...aloneTests, ...longTests],
          maxWorkers: browsersAtOnce,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...browserTests,
          name: "e2e-long",
          include: longTests,
          maxWorkers: browsersAtOnce,
          sequence: { groupOrder: 1 },
        },
      },
      // Pictures for people: no test, and in no run of the tests.
      { test: { ...browserTests, name: "gallery", include: ["tests/gallery/{gallery,pictures}.ts"] } },
      {
        // One after the other: most of them listen to whether music goes on without a gap.
        test: {
          ...browserTests,
          name: "e2e-alone",
          include: aloneTests,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

export default defineConfig(({ mode }) => (process.env["VITEST"] ? tests() : mode === "server" ? server : page));
