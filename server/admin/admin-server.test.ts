import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { JobParts } from "./jobs.ts";
import { listenForAdmin } from "./admin-server.ts";
import { socketPath } from "./protocol.ts";

/** Requests a snapshot; resolves to whether a server answered. */
const ask = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path, () => socket.write('{"kind":"snapshot"}\n'));
    socket.once("data", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

test("servers that start at once on one directory go on, and the one that is asked stays so until it ends", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "offbeat-socket-"));
  const path = socketPath(dataDir);
  // There is nothing to copy: the job fails after the server has paused deletions.
  const parts = { deps: { settings: { dataDir } } } as unknown as JobParts;
  try {
    for (let round = 0; round < 10; round++) {
      // The leftover of a killed start.
      const draft = join(dataDir, "socket-0123abcd");
      await writeFile(draft, "");
      await utimes(draft, 0, 0);
      const servers = await Promise.all(
        [1, 2, 3].map(async () => {
          const hold = vi.fn<() => () => void>(() => () => {});
          return { hold, end: await listenForAdmin(parts, hold, expect.fail) };
        }),
      );
      expect(await ask(path)).toBe(true);
      const [asked, ...unasked] = servers.sort(
        (one, other) => other.hold.mock.calls.length - one.hold.mock.calls.length,
      );
      expect(servers.map(({ hold }) => hold.mock.calls.length)).toEqual([1, 0, 0]);
      expect(await readdir(dataDir)).toEqual(["socket"]);
      for (const { end } of unasked) {
        await end();
        expect(await ask(path)).toBe(true);
      }
      await asked?.end();
      expect(await readdir(dataDir)).toEqual([]);
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
