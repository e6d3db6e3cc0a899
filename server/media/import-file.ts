/** Files of this machine that become uploads, as those of the demo library (specification 19). */
import { createReadStream } from "node:fs";
import type { AppContext } from "../app-context.ts";
import { ingestUpload, type IngestContext, type Origin } from "./ingest.ts";
import type { Asset } from "./asset-rows.ts";

/**
 * Takes the file at `path` in for `uid`, by the inspection and the storage of every upload; answers the asset, which
 * nothing claims as yet. Throws UploadError for content that is not accepted.
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
