import { mkdtemp, readdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JobParts } from "./jobs.ts";
import { listenForTools } from "./listen.ts";
import { socketPath } from "./protocol.ts";

/** Whether a server is there; it tells who it is by refusing a line that is none of ours. */
const isHeard = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path, () => socket.write("none\n"));
    socket.once("data", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

test("servers that start at once on one directory both go on, and one of them is heard", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "offbeat-socket-"));
  try {
    for (let round = 0; round < 10; round++) {
      // Nothing else of them is looked at before there is a job.
      const parts = { deps: { settings: { dataDir } } } as unknown as JobParts;
      const listen = () => listenForTools(parts, () => () => {}, expect.fail);
      const ends = await Promise.all([listen(), listen(), listen()]);
      const path = socketPath(dataDir);
      expect(await isHeard(path)).toBe(true);
      expect(await readdir(dataDir)).toEqual(["socket"]);
      // Whoever is not asked takes no other's socket away; the last takes its own.
      for (const end of ends) {
        await end();
        expect(await readdir(dataDir)).toEqual((await isHeard(path)) ? ["socket"] : []);
      }
      expect(await readdir(dataDir)).toEqual([]);
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
