/**
 * Stores media at Cloudinary: clients upload directly, this server verifies the uploads and proxies downloads
 * (specification 15.16-15.18).
 */
import type { CloudinarySetting } from "../settings/cloudinary-url.ts";
import { maxPixels, maxSide } from "../../contract/media.ts";
import { isWithin } from "../lib/is-within.ts";
import { StartError } from "../lib/start-error.ts";
import {
  createCloudinaryApi,
  RefusedError,
  type CloudinaryApi,
  type Preset,
  type Resource,
  type ResourceType,
} from "./cloudinary-api.ts";
import { openDelivery } from "./cloudinary-delivery.ts";
import { typeOfHosted } from "./cloudinary-audio.ts";
import { coverColorOf, type Sample } from "./cover-color.ts";
import { uploadErrors } from "./upload-error.ts";
import type { Direct, MediaStorage, Removal } from "./storage.ts";
import type { AssetKind, Facts, StoredAsset } from "./asset-rows.ts";

/** How long the answer to a health check stays valid: the Admin API limits the number of calls. Milliseconds. */
const checkTtlMs = { good: 60_000, failed: 10_000 };

const typeOf = (kind: AssetKind): ResourceType => (kind === "audio" ? "video" : "image");

/** Throws a StartError with one line for an unusable host or preset. */
export async function openCloudinary(
  setting: CloudinarySetting,
  presets: readonly string[],
  now: () => number,
): Promise<MediaStorage & { intake: Direct }> {
  const api = createCloudinaryApi(setting);
  for (const name of new Set(presets)) checkPreset(name, await readPreset(api, name));
  return {
    intake: {
      kind: "direct",
      fieldsFor: (publicId) => ({ public_id: publicId }),
      async inspect(publicId, kind) {
        const resource = await api.resource(typeOf(kind), publicId);
        return resource && (kind === "audio" ? factsOfAudio(resource) : factsOfImage(resource));
      },
    },
    open: (asset, part, wanted) => openDelivery(setting, asset, part, wanted()),
    remove: (assets) => removeAll(api, assets),
    check: rememberCheck(() => api.ping(), now),
    close: () => {},
  };
}

/** Asks once, however many ask meanwhile: anybody may. */
function rememberCheck(ask: () => Promise<unknown>, now: () => number): () => Promise<void> {
  let last = { at: now(), ttlMs: checkTtlMs.good, result: Promise.resolve() };
  return () => {
    if (isWithin(last.ttlMs, last.at, now())) return last.result;
    const check = { at: now(), ttlMs: checkTtlMs.good, result: ask().then(() => {}) };
    check.result.catch(() => {
      check.ttlMs = checkTtlMs.failed;
    });
    last = check;
    return check.result;
  };
}

async function readPreset(api: CloudinaryApi, name: string): Promise<Preset | undefined> {
  return api.preset(name).catch((error: unknown) => {
    throw new StartError(
      error instanceof RefusedError
        ? "MEDIA_URL takes the key and secret of the cloud: the media host refuses these"
        : "MEDIA_URL takes the address of a media host that answers: this one does not",
    );
  });
}

/** Refuses presets that would expose private songs: by prefixes, overwriting, or access without a signature. */
function checkPreset(name: string, preset: Preset | undefined): void {
  const wrong = (what: string) => new StartError(`MEDIA_URL takes presets that ${what}: ${name}`);
  if (!preset) throw wrong("the cloud has, which is not so for");
  const { settings } = preset;
  if (!preset.unsigned) throw wrong("are unsigned, which is not so for");
  if (settings["type"] !== "authenticated") throw wrong("are of type authenticated, which is not so for");
  if (settings["overwrite"] === true) throw wrong("do not overwrite, which is not so for");
  const naming = ["folder", "public_id_prefix", "use_asset_folder_as_public_id_prefix"];
  if (settings["disallow_public_id"] === true || naming.some((option) => settings[option]))
    throw wrong("leave the public id to the upload, which is not so for");
}

/** Throws UploadError for video and for formats that browsers do not play. */
function factsOfAudio(resource: Resource): Facts {
  const { format, bytes, duration, is_audio: isAudio, audio, video, width } = resource;
  const hasPicture = Boolean(video?.codec) || Boolean(width);
  if (isAudio === false || (isAudio !== true && hasPicture)) throw uploadErrors.video();
  const mimeType = typeOfHosted(format, audio?.codec);
  if (duration === null || duration === undefined || !Number.isFinite(duration)) throw uploadErrors.broken();
  if (duration < 1) throw uploadErrors.short();
  const nothing = { sha256: null, gain: null, peak: null, width: null, height: null, color: null };
  return { ...nothing, bytes, mimeType, format, duration };
}

function factsOfImage({ format, bytes, width, height, colors }: Resource): Facts {
  if (!["jpg", "jpeg", "png"].includes(format) || !width || !height) throw uploadErrors.image();
  if (Math.max(width, height) > maxSide) throw uploadErrors.sides();
  if (width * height > maxPixels) throw uploadErrors.pixels();
  const nothing = { sha256: null, gain: null, peak: null, duration: null };
  const color = coverColorOf(colors?.flatMap(readShare) ?? []);
  return { ...nothing, bytes, mimeType: "image/webp", format, width, height, color };
}

/** A colour of the picture as the host writes it, `#RRGGBB` or with opacity, and its share in percent. */
function readShare([text, weight]: readonly [string, number]): Sample[] {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})(?:[0-9a-f]{2})?$/i.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return [];
  return [{ rgb: [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)], weight }];
}

async function removeAll(api: CloudinaryApi, assets: readonly StoredAsset[]): Promise<Removal> {
  const left = new Set<string>();
  let error: unknown;
  const removeKind = async (kind: AssetKind) => {
    const ids = new Map<string, string>();
    for (const asset of assets)
      // Of what nobody has looked at only its client knows as what it came.
      if (asset.publicId !== null && (asset.kind === kind || asset.format === "")) ids.set(asset.publicId, asset.id);
    if (ids.size === 0) return;
    const gone = await api.remove(typeOf(kind), [...ids.keys()]).catch((cause: unknown) => {
      error = cause;
      return [];
    });
    for (const publicId of gone) ids.delete(publicId);
    for (const id of ids.values()) left.add(id);
  };
  // A silent host is waited for once.
  await Promise.all([removeKind("audio"), removeKind("image")]);
  const gone = assets.filter(({ id, publicId }) => publicId !== null && !left.has(id)).map(({ id }) => id);
  if (left.size === 0) return { gone };
  return { gone, error: error ?? new Error("The media host did not remove all it was told") };
}
