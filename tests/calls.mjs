/**
 * Whether the screens made every call of the contract while the browser tests ran. A call that no screen makes is not
 * wanted, or its screen has no test. Reads test-results/calls.txt. Ends with 1 where one is missing.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runnerImport } from "vite";
import { root } from "../scripts/setup.mjs";

const file = join(root, "test-results/calls.txt");
const made = existsSync(file) ? [...new Set(readFileSync(file, "utf8").trim().split("\n"))] : [];
const modules = await Promise.all(
  ["media", "playlists", "search", "songs", "statistics", "users"].map((name) =>
    runnerImport(join(root, `contract/${name}.ts`)),
  ),
);
const endpoints = modules
  .flatMap(({ module }) => Object.values(module))
  .filter((value) => typeof value?.method === "string" && typeof value.path === "string");
const templates = [...new Set(endpoints.map(({ method, base, path }) => `${method} /${base}${path}`))];

const patternOf = (template) => new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}/?$`);
const placeholders = (template) => template.split("{").length;
/** The template of a call: `/songs/all` is no `/songs/{id}`. */
const templateOf = (call) =>
  templates
    .filter((template) => patternOf(template).test(call))
    .toSorted((a, b) => placeholders(a) - placeholders(b))[0];

const seen = new Set(made.map(templateOf));
const excused = [
  // Second forms of a call, for other clients: ours deletes by PUT.
  "DELETE /api/playlists/{id}",
  "DELETE /api/songs/{id}",
  // Only with an outside media host.
  "POST /api/uploads",
];
const missing = templates.filter((template) => !seen.has(template) && !excused.includes(template));
for (const template of missing) console.error(`No screen made ${template}`);
console.log(
  `${templates.filter((template) => seen.has(template)).length} of ${templates.length} calls were made by screens`,
);
process.exitCode = missing.length === 0 ? 0 : 1;
