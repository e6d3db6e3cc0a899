/** Measures the colour of pictures from before colours were kept (docs/decisions/2026-11-22-colour-of-a-cover.md). */
import { Readable } from "node:stream";
import { imageWidths } from "../../contract/media.ts";
import type { AppContext } from "../app-context.ts";
import { listUncoloured, setColor, type StoredAsset } from "./asset-rows.ts";

const batchSize = 100;
/** Far above what the smallest width takes, which is enough for a colour. */
const maxBytes = 1_000_000;

type ColorDeps = Pick<AppContext, "db" | "storage" | "inspector">;

/**
 * One picture after the other, each once; returns how many got a colour. Once all have one it costs a look at the rows.
 * `onError` receives the error of one that could not be measured: the next start tries it again.
 */
export async function fillColors(
  deps: ColorDeps,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<number> {
  let filled = 0;
  for (let after = ""; !signal.aborted;) {
    const assets = await listUncoloured(deps.db, after, batchSize);
    for (const asset of assets) {
      if (signal.aborted) break;
      after = asset.id;
      try {
        const color = await measureColor(deps, asset, signal);
        if (color === null) continue;
        await deps.db.transaction((tx) => setColor(tx, asset.id, color));
        filled += 1;
      } catch (error) {
        if (!signal.aborted) onError(error);
      }
    }
    if (assets.length < batchSize) break;
  }
  return filled;
}

/** Null for a picture without any, or that is gone. */
async function measureColor(
  { storage, inspector }: ColorDeps,
  asset: StoredAsset,
  signal: AbortSignal,
): Promise<string | null> {
  const { intake } = storage;
  if (intake.kind === "direct") {
    const facts = asset.publicId === null ? undefined : await intake.inspect(asset.publicId, "image");
    return facts?.color ?? null;
  }
  const opened = await storage.open(asset, { width: imageWidths[0] }, () => signal);
  if (opened === undefined) return null;
  const { body } = opened;
  const file = await intake.receive(body instanceof Readable ? body : Readable.from([body]), maxBytes);
  try {
    const { color } = await inspector.inspect("color", { path: file.path, bytes: file.bytes, uid: "", signal });
    return color;
  } finally {
    opened.release?.();
    await file.discard();
  }
}
