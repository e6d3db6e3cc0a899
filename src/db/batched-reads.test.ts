import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./database.ts";
import { readQueryRow, rowsPerRead } from "./batched-reads.ts";

test("each row is handed over in a task of its own, in which its list is drawn", async () => {
  const db = openDatabase("ada");
  onTestFinished(() => db.close());
  const steps: string[] = [];
  await Promise.all(
    Array.from({ length: rowsPerRead }, async (_, index) => {
      await readQueryRow(db, `q-${index}`);
      steps.push(`read ${index}`);
      // As queries and their observers pass it on.
      for (let hop = 0; hop < 20; hop += 1) await Promise.resolve();
      steps.push(`drawn ${index}`);
    }),
  );
  expect(steps).toEqual(Array.from({ length: rowsPerRead }, (_, index) => [`read ${index}`, `drawn ${index}`]).flat());
});
