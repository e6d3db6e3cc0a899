/** What a style sheet uses that a promised browser lacks. */
import postcss from "postcss";
import { data, lacking } from "./supported-browsers.mjs";

const { properties, selectors, types, "at-rules": atRules } = data.css;

/** `light-dark()` and the like, wherever the data keep them. */
const functions = new Map();
collect(types);
for (const property of Object.values(properties)) collect(property);

function collect(entries) {
  for (const [name, entry] of Object.entries(entries)) {
    if (name === "__compat" || typeof entry !== "object") continue;
    if (entry.__compat !== undefined && !functions.has(name)) functions.set(name, entry.__compat);
    collect(entry);
  }
}

/** Names of what is lacking, each with the browsers that lack it. */
export function lackingInStyle(css) {
  const found = new Map();
  const note = (name, compat) => {
    const browsers = lacking(compat);
    if (browsers.length > 0) found.set(name, browsers);
  };
  postcss.parse(css).walk((node) => {
    if (node.type === "atrule") note(`@${node.name}`, atRules[node.name]?.__compat);
    if (node.type === "rule")
      for (const [, name] of node.selector.matchAll(/::?([a-z-]+)/g)) note(`:${name}`, selectors[name]?.__compat);
    if (node.type === "rule" && node.parent?.type === "rule") note("nesting", selectors.nesting?.__compat);
    if (node.type !== "decl" || node.prop.startsWith("--")) return readFunctions(node, note);
    note(node.prop, properties[node.prop]?.__compat);
    note(`${node.prop}: ${node.value}`, properties[node.prop]?.[node.value]?.__compat);
    readFunctions(node, note);
  });
  return found;
}

function readFunctions(node, note) {
  if (node.type !== "decl") return;
  for (const [, name] of node.value.matchAll(/([a-z-]+)\(/g)) note(`${name}()`, functions.get(name));
  // A colour computed from another one: younger than its function.
  for (const [, name] of node.value.matchAll(/([a-z-]+)\(from\s/g))
    note(`${name}(from)`, types.color[name]?.relative_syntax?.__compat);
}
