import { expect, test, vi } from "vitest";
import { createMemoryEngine, effect } from "../../tests/support/memory-engine.ts";
import { RerunAfter, runPrepared } from "./rerun-after.ts";

const prepareNothing = () => vi.fn<(key: string) => Promise<void>>().mockResolvedValue();

test("rolls back and reruns after each preparation, and prepares each key once", async () => {
  const { db, log, effects } = createMemoryEngine();
  const prepared = new Set<string>();
  const prepare = async (key: string) => {
    log.push(`prepare ${key}`);
    prepared.add(key);
  };
  const answer = await runPrepared(db, prepare, async (tx) => {
    await tx.query(effect, [prepared.size]);
    for (const key of ["a", "b"]) if (!prepared.has(key)) throw new RerunAfter(key, "not yet");
    return "done";
  });
  expect(answer).toBe("done");
  expect(effects()).toEqual([2]);
  const again = (key: string) => ["begin", "rollback", `prepare ${key}`];
  expect(log).toEqual([...again("a"), ...again("b"), "begin", "commit"]);
});

test("throws when the same key is requested twice", async () => {
  const { db, effects } = createMemoryEngine();
  const prepare = prepareNothing();
  const work = runPrepared(db, prepare, async (tx) => {
    await tx.query(effect, ["half"]);
    throw new RerunAfter("a", "still not there");
  });
  await expect(work).rejects.toThrow("still not there");
  expect(prepare.mock.calls).toEqual([["a"]]);
  expect(effects()).toEqual([]);
});

test("a failed preparation ends the run", async () => {
  const { db } = createMemoryEngine();
  const work = vi.fn<() => Promise<never>>().mockRejectedValue(new RerunAfter("a", "not yet"));
  await expect(runPrepared(db, () => Promise.reject(new Error("no network")), work)).rejects.toThrow("no network");
  expect(work).toHaveBeenCalledOnce();
});

test("any other error ends the run without a preparation", async () => {
  const { db } = createMemoryEngine();
  const prepare = prepareNothing();
  await expect(runPrepared(db, prepare, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(prepare).not.toHaveBeenCalled();
});
