/** Runs a transaction again that lost against another one; engines report that with these two codes. */
import { setTimeout as sleep } from "node:timers/promises";

const attempts = 6;

/** The five-character SQLSTATE of an engine's error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Serialization failure and deadlock: nothing was done, and the same work may succeed. */
const isConflict = (error: unknown) => ["40001", "40P01"].includes(sqlState(error) ?? "");

/** Runs `once`, up to six times while it fails with a conflict, with growing and random pauses. */
export async function retryConflicts<T>(once: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once();
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}
