/** The processes that inspect uploads, with a program in place of the parsers that does what a path tells it to (specification 15.20, 15.21). */
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openInspector, type Inspector } from "../../server/media/inspector.ts";

const program = `
  import { writeFileSync } from "node:fs";
  process.on("disconnect", () => process.exit());
  process.on("message", async ({ path }) => {
    let held;
    if (path === "crash") process.abort();
    if (path === "hang") return writeFileSync("hangs", "");
    if (path === "spin") for (;;);
    if (path === "hog") for (const held = []; held.length < 60; ) held.push(Buffer.alloc(10_000_000, 1));
    if (path === "hold") held = Buffer.alloc(60_000_000, 1);
    // Long enough for a look at its memory.
    if (path === "hold") await new Promise((resolve) => setTimeout(resolve, 400));
    if (path === "fill") for (const held = []; ; ) held.push({ at: held.length, text: String(held.length) });
    if (path === "refuse") return process.send({ is: "refused", status: 415, message: "No" });
    if (path === "fail") return process.send({ is: "failed", reason: "a bug" });
    const [, , , niceness] = process.argv;
    const found = { pid: process.pid, niceness, held: held?.length, env: Object.keys(process.env), folder: process.cwd() };
    process.send({ is: "found", found });
  });
  process.send({ is: "ready" });
`;

interface Found {
  pid: number;
  niceness: string;
  held?: number;
  env: string[];
  folder: string;
}

let folder: string;
let script: URL;
let inspector: Inspector;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "offbeat-inspector-"));
  const path = join(folder, "program.mjs");
  await writeFile(path, program);
  script = pathToFileURL(path);
});
afterEach(() => inspector.close());
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (limits: { quickMs?: number; slowMs?: number } = {}) => {
  const { quickMs = 200, slowMs = 400 } = limits;
  inspector = openInspector({ script, folder, quickMs, slowMs: () => slowMs });
};

/** What the program answers is no finding of ours; these tests look into it. */
const inspect = (path: string, uid = "ada", signal?: AbortSignal) =>
  inspector.inspect("audio", { path, bytes: 1, uid, signal }) as Promise<unknown> as Promise<Found>;

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("a process is used again, and knows nothing of the server's settings", async () => {
  open();
  const first = await inspect("well");
  const second = await inspect("well", "bob");
  expect(second.pid).toBe(first.pid);
  expect(first.pid).not.toBe(process.pid);
  expect(first.env.filter((name) => !/^(MALLOC_ARENA_MAX|TMPDIR|NODE_CHANNEL.*|__CF.*)$/.test(name))).toEqual([]);
  expect(first.folder).toBe(folder);
});

const long = { quickMs: 60_000, slowMs: 60_000 };

test.each([
  ["crash", long],
  ["hang", {}],
  ["spin", {}],
  // 600 MB, and then it would answer.
  ["hog", long],
  ["fill", long],
  ["fail", long],
])("what makes it %s is a 422 with a sentence, and the next file is inspected", async (path, limits) => {
  open(limits);
  await expect(inspect(path)).rejects.toMatchObject({
    status: 422,
    code: "unreadable-file",
    message: expect.stringMatching(/^The file took too much work to check\. .+/),
  });
  expect((await inspect("well")).pid).toBeGreaterThan(0);
});

test.runIf(process.platform === "linux")("a file that takes 60 MB is inspected in the slow place", async () => {
  open(long);
  const quick = await inspect("well");
  const slow = await inspect("hold");
  expect(slow.held).toBe(60_000_000);
  expect(Number(slow.niceness)).toBeGreaterThan(Number(quick.niceness));
  expect(isRunning(quick.pid)).toBe(false);
});

test("what it refuses is refused with its sentence, and it goes on", async () => {
  open();
  const { pid } = await inspect("well");
  await expect(inspect("refuse")).rejects.toMatchObject({ status: 415, message: "No" });
  expect((await inspect("well")).pid).toBe(pid);
});

test("others go on beside files that take all the time there is", async () => {
  open({ slowMs: 60_000 });
  const given = new AbortController();
  const slow = ["ada", "bob", "cyd", "dan"].map((uid) => inspect("spin", uid, given.signal));
  const ended = Promise.allSettled(slow);
  expect((await inspect("well", "eve")).pid).toBeGreaterThan(0);
  // Their own next files stand behind them.
  const behind = inspect("well", "ada");
  expect(await Promise.race([behind, inspect("well", "eve").then(() => "eve")])).toBe("eve");
  given.abort();
  expect((await ended).map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  expect((await behind).pid).toBeGreaterThan(0);
});

test("a client that goes away ends the process that works for it", async () => {
  open({ quickMs: 60_000 });
  const { pid } = await inspect("well");
  const given = new AbortController();
  await rm(join(folder, "hangs"), { force: true });
  const hanging = inspect("hang", "ada", given.signal);
  await expect.poll(() => existsSync(join(folder, "hangs"))).toBe(true);
  given.abort();
  await expect(hanging).rejects.toMatchObject({ status: 400 });
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test("a client that goes away while a process starts holds up nobody, and the process is used", async () => {
  const go = join(folder, "go");
  const path = join(folder, "slow-start.mjs");
  await writeFile(
    path,
    `import { existsSync } from "node:fs";
    while (!existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setTimeout(resolve, 10));
    ${program}`,
  );
  inspector = openInspector({ script: pathToFileURL(path), folder, quickMs: 60_000 });
  const client = new AbortController();
  const first = inspect("well", "ada", client.signal);
  client.abort();
  await expect(first).rejects.toThrow("could not be read");
  const second = inspect("well");
  await writeFile(go, "");
  expect((await second).niceness, "not in the slow lane").toBe("5");
});

test("a program that does not start is a 503, and no file's fault", async () => {
  inspector = openInspector({ script: new URL("none.mjs", script), folder });
  await expect(inspect("well")).rejects.toMatchObject({ code: "unavailable" });
});

test("its end leaves no process behind", async () => {
  open({ quickMs: 60_000 });
  const { pid } = await inspect("well");
  inspector.close();
  await expect.poll(() => isRunning(pid)).toBe(false);
});
