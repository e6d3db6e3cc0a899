/** The manifest is the last file of a backup and lists the others. Its name contains its hash. */
import { createHash } from "node:crypto";
import * as v from "valibot";

export const Manifest = v.object({
  /** Version of the archive format; the database records its own schema version. */
  format: v.literal(1, "It was made by a newer version"),
  madeAt: v.string(),
  folders: v.array(v.string()),
  /** SHA-256 by file name. */
  files: v.record(v.string(), v.string()),
});
export type Manifest = v.InferOutput<typeof Manifest>;

export const manifestName = (text: Buffer) => `manifest-${createHash("sha256").update(text).digest("hex")}.json`;

export const isManifestName = (name: string) => /^manifest-[0-9a-f]{64}\.json$/.test(name);

/** What stands between folders elsewhere, or names a drive. */
const unsafe = process.platform === "win32" ? /[\\:\0]/ : /\0/;

/** Whether it stays within the folder of the archive. */
export const isSafeName = (name: string) =>
  !unsafe.test(name) && name.split("/").every((part) => part !== "" && part !== "." && part !== "..");
