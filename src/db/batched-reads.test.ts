import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./database.ts";
import { readQueryRow, rowsPerRead } from "./batched-reads.ts";

test("rows that take long to check are handed over in a task each", async () => {
  const db = openDatabase("ada");
  let tasks = 0;
  const count = () => {
    tasks += 1;
    next = setTimeout(count);
  };
  let next = setTimeout(count);
  onTestFinished(() => {
    clearTimeout(next);
    db.close();
  });
  const checkedIn = await Promise.all(
    Array.from({ length: rowsPerRead }, async (_, index) => {
      await readQueryRow(db, `q-${index}`);
      const begun = performance.now();
      while (performance.now() - begun < 20);
      return tasks;
    }),
  );
  expect(new Set(checkedIn).size).toBe(rowsPerRead);
});
