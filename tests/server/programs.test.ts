/** What the test run installs on a bare machine, with commands that only note how they were called. */
import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const programs = new URL("../support/programs.mjs", import.meta.url).href;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "offbeat-bare-"));
  await symlink("/bin/sh", join(folder, "sh"));
});
afterEach(() => rm(folder, { recursive: true }));

/** What a machine says and installs that has these commands alone. */
async function prepare(call: string, commands: Record<string, string>, env = {}) {
  for (const [name, script] of Object.entries(commands)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o755);
  }
  const { stdout } = spawnSync(
    process.execPath,
    ["-e", `import("${programs}").then((programs) => programs.${call}())`],
    {
      env: {
        PATH: folder,
        CHROMIUM_PATH: process.execPath,
        TEST_DATABASE_URL: "postgres://elsewhere",
        ...env,
      },
      encoding: "utf8",
    },
  );
  const log = await readFile(join(folder, "log"), "utf8").catch(() => "");
  const packages = [...log.matchAll(/^install .* (\S+)$/gm)].map(([, name]) => name);
  return { said: stdout, packages };
}

const apt = { "apt-get": `echo "$@" >> "${"$"}{0%/*}/log"` };
const sudo = { sudo: 'shift; [ "$1" = true ] || exec "$@"' };
const engines = [
  "firefox-esr",
  "webkit2gtk-driver",
  "xvfb",
  "gstreamer1.0-plugins-good",
  "gstreamer1.0-libav",
  "pulseaudio",
];

test("a bare machine gets both other engines and a sound output", async () => {
  const { packages } = await prepare("installMissing", { ...apt, ...sudo });
  expect(packages).toEqual(["ffmpeg", ...engines]);
});

test("an engine that somebody decided about is not installed", async () => {
  const decided = { FIREFOX_PATH: "none", WEBKIT_DRIVER_PATH: "none" };
  const { packages } = await prepare("installMissing", { ...apt, ...sudo }, decided);
  expect(packages).toEqual(["ffmpeg"]);
});

test("where nothing can be installed the run says what is skipped, in a sentence each", async () => {
  const found = { ffmpeg: "" };
  expect(await prepare("installMissing", found)).toEqual({ said: "", packages: [] });
  const { said } = await prepare("requirePrograms", found);
  expect(said.trim().split("\n")).toEqual([
    "No Firefox: its stories are skipped. Install it, or set FIREFOX_PATH.",
    "No WebKit: its stories are skipped. Install webkit2gtk-driver and xvfb.",
  ]);
});
