/** The browsers we promise (README), and whether all of them have something, by MDN's compatibility data. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Oldest version of each, in the data's own names. */
const promised = {
  chrome: "123",
  chrome_android: "123",
  edge: "123",
  firefox: "128",
  firefox_android: "128",
  safari: "17.5",
  safari_ios: "17.5",
};

/** Read rather than imported: import attributes are an experiment in Node 20. */
export const data = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve("@mdn/browser-compat-data")), "utf8"));

/** The promised browsers that lack it; none where nothing is known of it. */
export function lacking(compat) {
  if (compat === undefined) return [];
  return Object.entries(promised)
    .filter(([browser, version]) => !has(compat.support[browser], version))
    .map(([browser]) => browser);
}

/** Without flags and prefixes; what is supported in part counts. */
const has = (statements, version) =>
  [statements ?? []]
    .flat()
    .some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) =>
        typeof added === "string" &&
        added !== "preview" &&
        !isNewer(added, version) &&
        !(typeof removed === "string" && !isNewer(removed, version)) &&
        flags === undefined &&
        prefix === undefined &&
        other === undefined,
    );

function isNewer(one, other) {
  const [a, b] = [one, other].map((version) => version.replace("≤", "").split(".").map(Number));
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
