/** The last file of a backup: what is in it. Its name holds its own hash. */
import { createHash } from "node:crypto";
import * as v from "valibot";

export const Manifest = v.object({
  /** Of the archive; the database says by itself which version of tables it has. */
  format: v.literal(1, "It was made by a newer version"),
  madeAt: v.string(),
  folders: v.array(v.string()),
  /** SHA-256 by name. */
  files: v.record(v.string(), v.string()),
});
export type Manifest = v.InferOutput<typeof Manifest>;

export const manifestName = (text: Buffer) => `manifest-${createHash("sha256").update(text).digest("hex")}.json`;

export const isManifestName = (name: string) => /^manifest-[0-9a-f]{64}\.json$/.test(name);

/** Names of ours and nothing that leaves the folder. */
export const isSafeName = (name: string) =>
  /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name) && !name.split("/").includes("..");
