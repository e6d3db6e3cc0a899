/** Imports local files as uploads, such as those of the demo library. */
import { createReadStream } from "node:fs";
import type { AppContext } from "../app-context.ts";
import { ingestUpload, type IngestContext, type Origin } from "./ingest.ts";
import type { Asset } from "./asset-rows.ts";

/**
 * Inspects and stores the file at `path` for `uid` like any upload, and returns the unclaimed asset. Throws UploadError
 * for refused content.
 */
export async function importFile(
  deps: IngestContext & Pick<AppContext, "settings">,
  { uid, kind, path, filename }: Origin & { path: string },
): Promise<Asset> {
  const { maxAudioBytes, maxImageBytes } = deps.settings;
  const limit = kind === "audio" ? maxAudioBytes : maxImageBytes;
  const received = await deps.storage.intake.receive(createReadStream(path), limit);
  return ingestUpload(deps, received, { uid, kind, filename });
}
