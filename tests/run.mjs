/**
 * `npm test`: what every change is held to, with its own set-up; with `CI=true` the long suites too. `npm run check`: the
 * fast gates; `npm run test:faults`: the server's faults with all their repetitions; `npm run test:histories`: 10,000
 * random histories of devices. Which suite runs when, and why: docs/testing.md. The last line says `N passed, N failed`.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureBuilt, ensureInstalled, root } from "../scripts/setup.mjs";
import { hasPostgres, installMissing, requirePrograms } from "./support/programs.mjs";

const isLong = ["true", "1"].includes(process.env.CI ?? "");
/**
 * What each task runs: projects of vite.config.ts, those that need a PostgreSQL, only the files whose path contains
 * `files`, and how much of it.
 */
const { gates, projects, onPostgres, files, env } = {
  check: { gates: true, projects: ["unit", "components"] },
  test: {
    gates: true,
    projects: ["unit", "components", "server", "e2e", "e2e-alone", ...(isLong ? ["e2e-long", "faults"] : [])],
    onPostgres: ["postgres", ...(isLong ? ["server-postgres"] : [])],
  },
  unit: { projects: ["unit", "components"] },
  server: { projects: ["server"], onPostgres: ["postgres"] },
  e2e: { projects: ["e2e", "e2e-long", "e2e-alone"] },
  faults: {
    projects: ["server", "faults"],
    onPostgres: ["server-postgres"],
    files: "tests/server/faults-",
    env: { FAULTS: "full" },
  },
  histories: { projects: ["server"], files: "tests/sync/", env: { SYNC_RUNS: "2500" } },
}[process.argv[2] ?? "test"];
const needsBuild = projects.some((project) => project !== "unit" && project !== "components");
const bin = (name) => join(root, "node_modules", ".bin", name);
const totals = { passed: 0, failed: 0 };
/** One line for each failure, for anyone who sees only the end of the output. */
const failures = [];
const began = Date.now();

const installed = needsBuild ? installMissing() : undefined;
ensureInstalled();
// The compiler keeps one core busy: the build takes the other.
const checked = gates ? [gate("types", npmRun("typecheck"))] : [];
if (gates) {
  await gate("lint and the import rule", npmRun("lint"));
  await gate("format", npmRun("format", "--check"));
}
if (gates || needsBuild) await ensureBuilt();
await Promise.all(checked);
if (gates) await gate("the promised browsers", run(process.execPath, ["tests/browsers/check.mjs"]));
if (needsBuild) {
  await installed;
  requirePrograms();
  if (onPostgres && !hasPostgres())
    console.log(
      "No PostgreSQL: the server's suites run on the embedded database only. Install it, or set TEST_DATABASE_URL.",
    );
}
Object.assign(process.env, env);
await runTests([
  ...[...projects, ...(hasPostgres() ? (onPostgres ?? []) : [])].flatMap((project) => ["--project", project]),
  ...(files ? [files] : []),
  // Files, or `-t` and a name: npm run test:unit -- src/sync
  ...process.argv.slice(3),
]);

// A run of some files, or without the long suites, cannot tell.
if (gates && isLong && process.argv.length <= 3)
  await gate("every call is made by a screen", run(process.execPath, ["tests/calls.mjs"]));
for (const line of failures) console.log(line);
console.log(`Took ${Math.round((Date.now() - began) / 1000)} s`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;

/** One check of the whole tree, by the exit code of its process; counts as one test. */
async function gate(name, ended) {
  const status = await ended;
  console.log(`${status === 0 ? "ok" : "FAILED"}: ${name}`);
  totals[status === 0 ? "passed" : "failed"] += 1;
}

/** Runs a script of package.json. */
function npmRun(script, ...args) {
  return run("npm", ["run", "--silent", script, "--", ...args]);
}

async function runTests(projects) {
  const folder = join(root, "test-results");
  const report = join(folder, "vitest.json");
  const strays = join(folder, "stray-errors.txt");
  mkdirSync(folder, { recursive: true });
  for (const file of [report, strays, join(folder, "calls.txt")]) rmSync(file, { force: true });
  const reporters = [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    "--reporter=./tests/support/stray-errors.mjs",
  ];
  const status = await run(bin("vitest"), ["run", ...projects, ...reporters]);
  if (!existsSync(report)) {
    totals.failed += 1;
    return;
  }
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(readFileSync(report, "utf8"));
  totals.passed += numPassedTests;
  // A file that could not be loaded, or an error outside of any test, fails no single test.
  totals.failed += numFailedTests || numFailedTestSuites || (status === 0 ? 0 : 1);
  failures.push(...testResults.flatMap(failuresOf));
  if (existsSync(strays)) failures.push(`FAILED: beside the tests\n    ${firstLines(readFileSync(strays, "utf8"))}`);
}

/** Of a reason: without colours, and without the frames of libraries. */
function firstLines(text) {
  return stripVTControlCharacters(text ?? "")
    .split("\n")
    .filter((line) => !line.includes("node_modules"))
    .slice(0, 6)
    .join("\n    ");
}

/** The failed tests of one file, or what kept it from being loaded: file, title and the first lines of the reason. */
function failuresOf({ name, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter(({ status }) => status === "failed");
  return [
    ...(message ? [`FAILED: ${file}: ${firstLines(message)}`] : []),
    ...failed.map(
      ({ fullName, failureMessages }) => `FAILED: ${file}: ${fullName}\n    ${firstLines(failureMessages[0])}`,
    ),
  ];
}

/** Resolves to the exit code. */
function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  return new Promise((resolve) => child.once("error", () => resolve(1)).once("close", resolve));
}
