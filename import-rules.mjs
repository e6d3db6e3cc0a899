/**
 * Who may import whom: the one table that the linter's rules are made of. A folder may import itself and what stands
 * behind it. The linter refuses to run while a folder has no line.
 */

/** The page's features are ranked: each imports those before it. */
const features = "auth images lists songs player playlists people offline install uploads search profile"
  .split(" ")
  .map((name) => `features/${name}`);
const machines = ["lib", "api", "db", "sync", "audio", "identity", "pwa", "ui", "texts"];
const resources = ["changes", "media", "users", "songs", "playlists", "search", "statistics", "identity"];

export const mayImport = {
  contract: { rules: [] },
  src: {
    lib: [],
    ui: [],
    styles: [],
    texts: ["lib", "ui"],
    audio: ["lib"],
    identity: ["lib"],
    pwa: ["lib"],
    api: ["lib"],
    db: ["lib"],
    sync: ["lib", "api", "db", "identity"],
    app: machines,
    startup: ["app", "routes", ...machines, ...features],
    ...Object.fromEntries(features.map((feature, rank) => [feature, ["app", ...machines, ...features.slice(0, rank)]])),
    routes: ["app", ...machines, ...features],
  },
  sw: {},
  server: {
    lib: [],
    db: ["lib"],
    settings: ["lib"],
    http: ["lib", "db", "settings"],
    ...Object.fromEntries(resources.map((name) => [name, ["lib", "db", "settings", "http", ...resources]])),
    site: ["lib", "settings", "http", "identity"],
    seed: ["lib", "db", "media", "users"],
    demo: ["lib", "db", "settings", ...resources],
    admin: ["lib", "db", "settings", "seed", "start", ...resources],
    start: ["lib", "db", "settings", "http", "site", "demo", "admin", ...resources],
  },
};

/** Of other programs: what each may import beside itself. */
export const programs = {
  contract: [],
  src: ["contract"],
  sw: ["contract", "src/lib", "src/sync", "src/db", "src/api", "src/identity"],
  server: ["contract"],
};

/** Folders that import nothing of ours at all. */
export const alone = ["src/ui"];

/** Packages that belong to some folders only. */
export const packages = [
  { names: ["howler"], only: ["src/audio"] },
  { names: ["firebase", "firebase/**"], only: ["src/identity"] },
  { names: ["dexie"], only: ["src/db", "src/identity", "src/sync", "sw"] },
  { names: ["fastify", "@fastify/*"], only: ["server"] },
  {
    names: ["react", "react-dom"],
    never: [
      "contract",
      "server",
      "sw",
      ...machines.filter((name) => !["pwa", "ui"].includes(name)).map((name) => `src/${name}`),
    ],
  },
  { names: ["@tanstack/*"], never: ["contract", "server"] },
  { names: ["@tanstack/react-*"], never: ["src/sync", "sw"] },
  { names: ["node:*"], only: ["server"] },
];
