/** Upgrades the stored queue: until version 5 of the schema its row held the songs as well. */
import type { Transaction } from "dexie";
import { chunksOf } from "./song-chunks.ts";

/** A row of another form stays as it is: nothing is restored from it. */
export async function splitStoredQueue(transaction: Transaction): Promise<void> {
  const rows = transaction.table<{ name: string; value: unknown }, string>("player");
  const queue = await rows.get("queue");
  if (typeof queue?.value !== "object" || queue.value === null || !("songs" in queue.value)) return;
  const { songs, ...value } = queue.value;
  if (!Array.isArray(songs)) return;
  // Its entries name their songs by index, as they do now.
  for (const chunk of chunksOf(songs)) await transaction.table("playerSongs").put(chunk);
  await rows.put({ name: "queue", value });
}
