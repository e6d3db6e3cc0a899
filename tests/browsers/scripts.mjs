/**
 * What scripts use that a promised browser lacks. Types are unknown here, so a member counts when every interface that
 * has one of its name lacks it, when nothing in the scripts defines one, and when its name has two words: `take` and
 * `share` are too common to tell.
 */
import { parseAst } from "vite";
import { data, lacking } from "./supported-browsers.mjs";

/** `BroadcastChannel`, `requestIdleCallback`. */
const globals = new Map();
/** `AbortSignal.any`, `Navigator.connection`. */
const owned = new Map();
/** `showPopover`, of every interface that has one. */
const members = new Map();
const scopes = ["Window", "WorkerGlobalScope", "ServiceWorkerGlobalScope"];
const scopeNames = ["self", "window", "globalThis"];
const interfaces = { navigator: "Navigator", document: "Document", caches: "CacheStorage" };

for (const [name, entry] of Object.entries({ ...data.api, ...data.javascript.builtins })) {
  if (entry.__compat !== undefined) globals.set(name, entry.__compat);
  for (const [key, { __compat: compat }] of Object.entries(entry)) {
    if (key === "__compat" || compat === undefined) continue;
    const member = key.replace(/_static$/, "");
    if (scopes.includes(name)) globals.set(member, compat);
    owned.set(`${name}.${member}`, compat);
    if (/[a-z][A-Z]/.test(member)) members.set(member, [...(members.get(member) ?? []), compat]);
  }
}

/** What matters of a script: names it declares, names it uses, members it defines, members it takes of what. */
export function readScript(code, lang = "js") {
  const sets = { declared: new Set(), used: new Set(), defined: new Set() };
  const script = { ...sets, taken: [], iteratesStreams: false };
  visit(parseAst(code, { lang }), {}, "", script);
  return script;
}

/** Names of what is lacking, each with the browsers that lack it. `defined`: by any script that runs together with it. */
export function lackingInScript({ declared, used, taken }, defined) {
  const found = new Map();
  const note = (name, browsers) => browsers.length > 0 && found.set(name, browsers);
  for (const name of used) if (!declared.has(name)) note(name, lacking(globals.get(name)));
  for (const [object, member] of taken) {
    const isScope = scopeNames.includes(object) && !declared.has(object);
    const owner = interfaces[object] ?? object;
    if (isScope) note(member, lacking(globals.get(member)));
    else if (owned.has(`${owner}.${member}`)) note(`${object}.${member}`, lacking(owned.get(`${owner}.${member}`)));
    else if (!defined.has(member)) note(member, lackingInAll(members.get(member)));
  }
  return found;
}

function lackingInAll(compats = []) {
  const lists = compats.map(lacking);
  return lists.every((browsers) => browsers.length > 0) ? lists.flat() : [];
}

function visit(node, parent, key, script) {
  if (Array.isArray(node)) return node.forEach((one) => visit(one, parent, key, script));
  if (typeof node?.type !== "string" || isType(node)) return;
  if (node.type === "Identifier") noteName(node.name, parent, key, script);
  if (node.type === "MemberExpression") noteMember(node, parent, key, script);
  // Whether it is a stream, types would tell; nothing else of ours is iterated so.
  if (node.type === "ForOfStatement" && node.await && node.right.callee?.name !== "streamChunks")
    script.iteratesStreams = true;
  for (const [name, child] of Object.entries(node)) visit(child, node, name, script);
}

/** Types are gone when the script runs; `as` and its like hold an expression. */
const isType = ({ type }) => /^TS(Type|Interface|Module|.*Keyword)/.test(type);

function noteName(name, parent, key, script) {
  const isKey = (key === "key" || key === "property") && !parent.computed;
  if (key === "key" && isKey) script.defined.add(name);
  const declares =
    key === "id" ||
    key === "params" ||
    key === "local" ||
    key === "param" ||
    parent.type === "RestElement" ||
    (key === "value" && parent.shorthand) ||
    (key === "left" && parent.type === "AssignmentPattern");
  if (declares) script.declared.add(name);
  // To ask whether there is one is what a guard does.
  else if (!isKey && parent.operator !== "typeof") script.used.add(name);
}

function noteMember({ object, property, computed }, parent, key, script) {
  const member = computed ? property.value : property.name;
  if (typeof member !== "string") return;
  if (key === "left" && parent.type === "AssignmentExpression") script.defined.add(member);
  else script.taken.push([object.name ?? "", member]);
}
