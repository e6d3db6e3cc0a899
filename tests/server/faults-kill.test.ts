/** A server that is killed in the middle of its work: what it acknowledged is there, and nothing else (specification 21.5). */
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFull, repetitions } from "../support/repetitions.ts";
import { findFaults, kill, makeLibrary, stop, type Library } from "../support/server-library.ts";
import type { ServerProcess } from "../support/process.ts";
import { checkAll, makeWriters } from "../support/writers.ts";

let library: Library;
let server: ServerProcess;
let load: Awaited<ReturnType<typeof makeWriters>>;
beforeAll(async () => {
  library = await makeLibrary();
  server = await library.start();
  load = await makeWriters(library, server.origin, 10);
}, 60_000);
afterAll(() => library.remove());

test.each(repetitions(3, 20))("kill %i under load", { timeout: 60_000 }, async () => {
  const { writers } = load;
  const before = writers.map(({ acknowledged }) => acknowledged);
  const over = new AbortController();
  const running = writers.map((writer) => writer.run(server.origin, over.signal));
  // Not before everybody has written, then at any moment.
  await expect
    .poll(() => writers.every(({ acknowledged }, n) => acknowledged > (before[n] ?? 0)), {
      timeout: 10_000,
    })
    .toBe(true);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_000));
  await kill(server);
  over.abort();
  await Promise.all(running);

  const began = performance.now();
  server = await library.start();
  // Where other suites run beside it, twice the figure.
  expect(performance.now() - began).toBeLessThan(isFull ? 10_000 : 20_000);
  await checkAll(server.origin, load);
});

test(
  "no kill has left a file without a row, a row without its file or a wrong count",
  {
    timeout: 60_000,
  },
  async () => {
    // The sweep of a start takes up what a killed one had released; it may still be at it.
    await expect.poll(() => stopped(), { timeout: 50_000 }).toEqual([]);
  },
);

async function stopped(): Promise<string[]> {
  await stop(server);
  const faults = await findFaults(library);
  if (faults.length > 0) {
    await age(join(library.directory, "media/tmp"));
    server = await library.start();
  }
  return faults;
}

/** Where several servers share the files, a start takes only those away that nobody has written to for an hour. */
async function age(folder: string): Promise<void> {
  const earlier = new Date(Date.now() - 2 * 3_600_000);
  for (const name of await readdir(folder)) await utimes(join(folder, name), earlier, earlier);
}
