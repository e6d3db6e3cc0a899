/** What the operator's commands ask of the server that owns the data: one line of JSON there, lines of JSON back. */
import { join } from "node:path";
import * as v from "valibot";

const Whole = v.pipe(v.number(), v.integer(), v.minValue(0));

/** `snapshot` copies the database into a folder of DATA_DIR; files stay as they are until the connection ends. */
export const Job = v.variant("kind", [
  v.object({ kind: v.literal("reset-link"), email: v.string() }),
  v.object({ kind: v.literal("remove-user"), person: v.string() }),
  v.object({ kind: v.literal("snapshot") }),
  v.object({
    kind: v.literal("seed"),
    songs: Whole,
    users: Whole,
    playlists: Whole,
    seed: Whole,
    add: v.boolean(),
  }),
]);
export type Job = v.InferOutput<typeof Job>;

export const Reply = v.variant("kind", [
  v.object({ kind: v.literal("progress"), line: v.string() }),
  v.object({ kind: v.literal("done"), lines: v.array(v.string()) }),
  /** `message` is a sentence for a person. */
  v.object({ kind: v.literal("failed"), message: v.string() }),
]);
export type Reply = v.InferOutput<typeof Reply>;

export const socketPath = (dataDir: string) => join(dataDir, "socket");

/** Bytes that a socket's path may have. */
export const pathBytesAtMost = 107;

/** A line of JSON that is longer than this is none of ours. */
export const lineBytesAtMost = 1_000_000;

/** Calls `onLine` with every whole line of what comes in parts; false when a line is too long. */
export function lineReader(onLine: (line: string) => void): (part: string) => boolean {
  let rest = "";
  return (part) => {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
    return rest.length <= lineBytesAtMost;
  };
}
