import { expect, test } from "vitest";
import { createKeyedQueue } from "./keyed-queue.ts";

test("work of one key runs one after the other, also after a failure; that of others runs meanwhile", async () => {
  const inTurn = createKeyedQueue();
  const seen: string[] = [];
  /** Ends work by its name. */
  const end = new Map<string, (error?: Error) => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      seen.push(name);
      end.set(name, (error) => (error ? reject(error) : resolve(name)));
    });
  const first = inTurn("a", work("first"));
  const second = inTurn("a", work("second"));
  const other = inTurn("b", work("other"));
  await expect.poll(() => seen).toEqual(["first", "other"]);
  end.get("other")?.();
  expect(await other).toBe("other");
  expect(seen).toEqual(["first", "other"]);
  end.get("first")?.(new Error("no"));
  await expect(first).rejects.toThrow("no");
  await expect.poll(() => seen).toEqual(["first", "other", "second"]);
  end.get("second")?.();
  expect(await second).toBe("second");
  expect(await inTurn("a", async () => "later")).toBe("later");
});
