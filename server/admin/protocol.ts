/** The protocol between the operator's commands and the server: one JSON line as the request, JSON lines as replies. */
import { join } from "node:path";
import * as v from "valibot";

const Whole = v.pipe(v.number(), v.integer(), v.minValue(0));

/** `snapshot` copies the database into a folder of DATA_DIR and pauses file deletions until the connection closes. */
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

/** Maximum bytes of a socket's path. */
export const maxPathBytes = 107;

/** Longer than any valid line. */
const maxLineBytes = 1_000_000;

/** Splits chunks into lines and calls `onLine` for each; returns false when a line is too long. */
export function lineReader(onLine: (line: string) => void): (part: string) => boolean {
  let rest = "";
  return (part) => {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
    return rest.length <= maxLineBytes;
  };
}
