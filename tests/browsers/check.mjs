/**
 * Whether the built app, its worker and its styles run in the browsers we promise (README), and whether sources use what
 * one of them lacks in the one guarded place only. Needs a build. Ends with 1 where not.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../../scripts/setup.mjs";
import { guarded, harmless, inLibraries } from "./allowed.mjs";
import { lackingInScript, readScript } from "./scripts.mjs";
import { lackingInStyle } from "./styles.mjs";

const problems = [];

const built = files("dist/app", /\.(js|css)$/);
const scripts = built
  .filter(({ path }) => path.endsWith(".js"))
  .map(({ path, text }) => ({ path, script: readScript(text) }));
const sources = ["contract", "src", "sw"]
  .flatMap((folder) => files(folder, /(?<!\.test|\.d)\.tsx?$/))
  .map(({ path, text }) => ({ path, script: readScript(text, path.endsWith("x") ? "tsx" : "ts") }));
const defined = new Set(scripts.flatMap(({ script }) => [...script.defined]));

for (const { path, script } of scripts)
  for (const [name, browsers] of lackingInScript(script, defined))
    note(path, name, browsers, name in guarded || name in inLibraries);
for (const { path, script } of sources) {
  for (const [name, browsers] of lackingInScript(script, defined)) note(path, name, browsers, guarded[name] === path);
  if (script.iteratesStreams)
    problems.push(`${path}: for await takes no stream in Safari; see src/lib/stream-chunks.ts`);
}
for (const { path, text } of built.filter((file) => file.path.endsWith(".css")))
  for (const [name, browsers] of lackingInStyle(text))
    note(path, name, browsers, name in harmless || name.split(": ")[0] in harmless);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function note(path, name, browsers, isAllowed) {
  if (!isAllowed) problems.push(`${path}: ${name} is missing in ${[...new Set(browsers)].join(", ")}`);
}

function files(folder, pattern) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(root, path), text: readFileSync(path, "utf8") }));
}
