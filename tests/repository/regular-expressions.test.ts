/**
 * Guards against regular expression denial of service: each pattern of the server and the contract gets text that makes
 * backtracking patterns slow, and must stay linear (specification 21.6).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
/** Text lengths. The short ones find exponential patterns before these take for ever. */
const lengths = [22, 300, 8_000];
/** Multiples of the time of one linear scan; a quadratic pattern takes thousands. */
const maxScans = 200;

/** The regular expression literals in the code, with file and source. */
function patternsOf(folder: string): [string, RegExp][] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  return files.flatMap((file) => {
    const found: [string, RegExp][] = [];
    const { program } = parseSync(file, readFileSync(join(root, file), "utf8"));
    new Visitor({
      Literal(node) {
        if (!("regex" in node)) return;
        const { pattern, flags } = node.regex;
        found.push([`${file}: /${pattern}/${flags}`, new RegExp(pattern, flags)]);
      },
    }).visit(program);
    return found;
  });
}

/** Prefixes that enter a pattern, and pieces that may repeat in it, both from the pattern's literal text. */
function piecesOf({ source }: RegExp): { beginnings: string[]; repeated: string[] } {
  const plain = source
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\([^a-z0-9])/gi, "$1")
    .replace(/\\[a-z]|[*+?{}[\]()|^$.]/gi, "\0");
  const named = [...new Set(plain.split(/\0+/).filter((text) => text !== "" && text.length < 20))];
  const beginnings = [""];
  for (const filling of ["", "a"])
    named.reduce((before, text) => {
      const next = before + text + filling;
      beginnings.push(next);
      return next;
    }, "");
  const pieces = [...new Set([...named, ...plain.replaceAll("\0", ""), " ", "a", "0", "-", "/"])];
  const repeated = [...pieces, ...pieces.slice(-12).flatMap((one) => [`${one}a`, `${one}0`])];
  return { beginnings, repeated };
}

/** Returns milliseconds: the fastest of a few runs, because other processes use the machine too. */
function measure(pattern: RegExp, text: string, isLong: (ms: number) => boolean): number {
  let fastest = Infinity;
  for (let time = 0; time < 4 && isLong(fastest); time += 1) {
    const begun = performance.now();
    text.replace(pattern, "");
    fastest = Math.min(fastest, performance.now() - begun);
  }
  return fastest;
}

const scan = measure(/b/g, "a".repeat(lengths.at(-1) ?? 0), () => true);
/** At least 10 ms, so that timer resolution and garbage collection do not count. */
const most = Math.max(scan * maxScans, 10);

/** Returns a description of a text that takes too long. */
function slowText(pattern: RegExp): string | undefined {
  const { beginnings, repeated } = piecesOf(pattern);
  for (const length of lengths)
    for (const beginning of beginnings)
      for (const piece of repeated)
        for (const end of ["\0", "\n!"]) {
          const text = beginning + piece.repeat(length / piece.length) + end;
          const ms = measure(pattern, text, (fastest) => fastest > most);
          if (ms > most) return `${Math.round(ms)} ms: ${beginning} ${piece}… ${JSON.stringify(end)}`;
        }
  return undefined;
}

test.each([
  /[^\s"'()<>,;:=]+([@\uff20\ufe6b]|%(25)*40)[^\s"'()<>,;:=]+/gi,
  /\b[\w-]{16,}\.[\w-]{16,}\.[\w-]{16,}\b/g,
  /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i,
  /\/+$/,
  /(\d+\s*)+$/,
])("%s is slow, and found to be", (pattern) => {
  expect(slowText(pattern)).toBeDefined();
});

test("none of the server or the contract is", () => {
  const patterns = [...patternsOf("server"), ...patternsOf("contract")];
  expect(patterns.length).toBeGreaterThan(80);
  const slow = patterns.flatMap(([name, pattern]) => {
    const text = slowText(pattern);
    return text === undefined ? [] : [`${name}: ${text}`];
  });
  expect(slow).toEqual([]);
});
