/** A first visit loads the visitors' texts only: no module that it may show before the app is there reads others. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { visitors } from "./en-visitors.ts";

const src = new URL("..", import.meta.url).pathname;

/** These begin, or come with, the whole app; the completion of a profile is shown by nobody who is not signed in. */
const ofApp = /\/(startup\/(open-app|show-member)\.tsx|routes\/Completion\.tsx)$/;

/** Each module that these import, now or later, but those of the app. */
function reach(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || ofApp.test(file) || !existsSync(file)) return seen;
  seen.add(file);
  const code = readFileSync(file, "utf8").replaceAll(/^(?:import|export) type [^;]*;/gm, "");
  for (const [, path = ""] of code.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g))
    reach(normalize(join(dirname(file), path)), seen);
  return seen;
}

test("visitors' screens read no texts of members", () => {
  const modules = ["main.ts", "startup/show-visitor.tsx"].flatMap((file) => [...reach(join(src, file))]);
  const read = modules.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\btexts\.(\w+)\b(?!")/g)].map(([, section = ""]) => ({ file, section })),
  );
  expect(read.length).toBeGreaterThan(50);
  expect(read.filter(({ section }) => section !== "ts" && !(section in visitors))).toEqual([]);
});
