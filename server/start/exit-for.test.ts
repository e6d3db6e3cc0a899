import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { runJob } from "../admin/admin-client.ts";
import { DatabaseUnavailable } from "../db/unavailable.ts";
import { readSettings } from "../settings/settings.ts";
import { exitFor } from "./exit-for.ts";
import { openDatabase } from "./open-database.ts";

vi.mock(import("./open-database.ts"), async (load) => ({
  ...(await load()),
  openDatabase: vi.fn<typeof openDatabase>(() => new Promise(() => {})),
}));

/** What a process prints at its end. */
function watchEnd() {
  const print = vi.spyOn(console, "error").mockReturnValue();
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  return () => {
    const told = [print.mock.calls.flat(), exit.mock.calls.flat()];
    print.mockClear();
    return told;
  };
}

// 18.7
test.each([
  [undefined, ""],
  [new Error("Connection terminated unexpectedly"), ": Connection terminated unexpectedly"],
  // Of a name with two addresses.
  [
    Object.assign(new AggregateError([new Error("connect ECONNREFUSED ::1:1")]), { code: "ECONNREFUSED" }),
    ": ECONNREFUSED",
  ],
  [Object.assign(new Error('"Kiwi" is no more'), { code: "57P01" }), ": 57P01"],
])("a database that has gone away is told in one line", (cause, reason) => {
  const end = watchEnd();
  exitFor(new DatabaseUnavailable(5, cause));
  expect(end()).toEqual([[`The database is not available${reason}`], [1]]);
});

// 18.5
test("a command that loses the database ends with one line, as the server does", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "offbeat-lost-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await mkdir(join(dataDir, "media"));
  const end = watchEnd();
  void runJob(readSettings({ DATA_DIR: dataDir }), { kind: "snapshot" }, () => {});
  await expect.poll(() => vi.mocked(openDatabase).mock.calls).toHaveLength(1);
  const [[, onLost] = []] = vi.mocked(openDatabase).mock.calls;
  // The thread's side calls it inside of an event.
  onLost?.(new Error("its disk is full"));
  expect(end()).toEqual([["The database has stopped: its disk is full"], [1]]);
});
