import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { readdirSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OpenFiles } from "./open-files.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "offbeat-open-files-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Files of the folder that this process has open, as Linux tells. */
const openNow = () =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;

test.skipIf(process.platform !== "linux")(
  "closing them closes every handle, and waits for one that is read",
  async () => {
    const paths = ["a", "b"].map((name) => join(folder, name));
    for (const path of paths) await writeFile(path, Buffer.alloc(300_000));
    const files = new OpenFiles();
    const [a = "", b = ""] = paths;
    await files.read(a, { start: 0, end: 9 });
    const { body } = await files.read(b);
    expect(openNow()).toBe(2);
    files.close();
    await expect.poll(openNow).toBe(1);
    if (Buffer.isBuffer(body)) throw new Error("It is short");
    body.destroy();
    await expect.poll(openNow).toBe(0);
  },
);
