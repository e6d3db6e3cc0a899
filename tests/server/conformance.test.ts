/** Every call that sections 13 and 14 of the specification name is answered, with the body they name, and no other. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Base } from "../../contract/endpoint.ts";
import { basePaths } from "../../server/http/router.ts";
import { createTestServer, type TestServer } from "../support/server.ts";

interface Named {
  base: Base;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Without query; some end with a slash. */
  path: string;
  /** As the table has it. */
  body: string;
}

const text = await readFile(join(import.meta.dirname, "../../docs/specification.md"), "utf8");

/** The lines between the heading of a section and the next one. */
function sectionOf(number: number): string {
  const [, rest = ""] = text.split(new RegExp(`^## ${number} .*$`, "m"));
  return rest.split(/^## /m)[0] ?? "";
}

/** Calls in the first cells of tables, such as "PUT or DELETE `/songs/{id}`", and those within a sentence. */
function callsOf(section: number, base: Base): Named[] {
  const inTables = /^\| ((?:GET|POST|PUT|PATCH|DELETE)(?: or [A-Z]+)?) `([^`]+)` *\| (?:`((?:\\\||[^|`])*)`)? *\|/gm;
  const inSentences = /`(GET) (\/search[^`]*)`/g;
  const found = [inTables, inSentences].flatMap((pattern) => [...sectionOf(section).matchAll(pattern)]);
  return found.flatMap(([, methods = "", path = "", body = ""]) =>
    methods.split(" or ").map((method) => ({
      base,
      body,
      // The pattern lets no other word through.
      method: method as Named["method"],
      path: path.replace(/\?.*$/, ""),
    })),
  );
}

const named = [...callsOf(13, "api"), ...callsOf(14, "statistics")];

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

test("the tables are found whole", () => {
  const rows = (section: number) =>
    sectionOf(section)
      .split("\n")
      .filter((line) => /^\| (GET|POST|PUT|PATCH|DELETE)\b/.test(line)).length;
  expect([rows(13), rows(14)]).toEqual([44, 7]);
  // Two rows of section 13 name two methods, and two calls stand in sentences.
  expect(named.length).toBe(44 + 2 + 2 + 7);
});

test.each(named.map((call) => ({ ...call, name: `${call.method} ${call.base} ${call.path}` })))(
  "$name",
  async ({ base, method, path }) => {
    const isSame = (bound: TestServer["bound"][number]) =>
      bound.endpoint.base === base && bound.endpoint.method === method && bound.endpoint.path === path;
    expect(server.bound.some(isSame)).toBe(true);
    const filled = path.replace(/\{\w+\}/g, "00000000-0000-7000-8000-000000000000");
    const url = basePaths[base] + filled.replace(/\/$/, "");
    for (const slash of ["", "/"]) {
      // Asked without a token and a body: a server that answers that knows the call.
      const { status } = await server.call(method, url + slash, null);
      expect(base === "api" ? [401] : [200, 204, 422]).toContain(status);
    }
  },
);

interface Field {
  name: string;
  mayBeMissing: boolean;
  /** Of an object whose fields the table tells. */
  fields: Field[];
}

/** From `song: {title, album?}, image`. */
function fieldsOf(written: string): Field[] {
  // Commas that stand in no braces.
  const parts = written.split(/,\s*(?![^{]*\})/).filter((part) => part !== "");
  return parts.map((part) => {
    const [, name = "", mark, fields = ""] = /^(\w+)(\?)?(?:: (?:\{(.*)\}|.*))?$/.exec(part) ?? [];
    return { name, mayBeMissing: mark !== undefined, fields: fieldsOf(fields) };
  });
}

const entriesOf = (schema: unknown): Record<string, v.GenericSchema> =>
  v.is(v.looseObject({ entries: v.record(v.string(), v.any()) }), schema) ? schema.entries : {};

/** Both have the same fields. `userId`, which gives no rights, may be sent everywhere. */
function expectSame(fields: Field[], schema: unknown): void {
  const entries = entriesOf(schema);
  const names = (some: string[]) => some.filter((name) => name !== "userId").sort();
  expect(names(Object.keys(entries))).toEqual(names(fields.map(({ name }) => name)));
  for (const { name, mayBeMissing, fields: inner } of fields) {
    const entry = entries[name];
    if (!entry) throw new Error(`${name} is not read`);
    if (mayBeMissing) expect([name, v.is(entry, undefined)]).toEqual([name, true]);
    if (inner.length > 0) expectSame(inner, entry);
  }
}

test.each(named.map((call) => ({ ...call, name: `${call.method} ${call.base} ${call.path}` })))(
  "$name reads the body that it is specified with",
  ({ base, method, path, body }) => {
    const variants = server.bound.filter(
      ({ endpoint }) => endpoint.base === base && endpoint.method === method && endpoint.path === path,
    );
    expect(variants.length).toBeGreaterThan(0);
    for (const { endpoint } of variants) expectSame(fieldsOf(body), endpoint.body);
  },
);

test("no call is served that the specification does not name", () => {
  const name = ({ base, method, path }: Omit<Named, "body">) => `${method} ${base} ${path}`;
  const known = new Set(named.map(name));
  const unnamed = server.bound.map(({ endpoint }) => name(endpoint)).filter((call) => !known.has(call));
  expect(unnamed).toEqual([]);
});
