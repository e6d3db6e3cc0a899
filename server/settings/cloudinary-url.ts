/** MEDIA_URL, in the form of Cloudinary's own CLOUDINARY_URL (specification 15.16). */
import { isLoopback, isOrigin } from "./host-address.ts";

export interface CloudinarySetting {
  key: string;
  secret: string;
  cloud: string;
  songPreset: string;
  imagePreset: string;
  /** Origin of the API. */
  api: string;
  /** Origin that delivers files. */
  delivery: string;
}

const known = new Set(["song_preset", "image_preset", "upload_prefix", "secure_distribution"]);

/** Undefined for what is no such address. */
export function readCloudinaryUrl(value: string): CloudinarySetting | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== "cloudinary:" || !["", "/"].includes(url.pathname)) return undefined;
  const query = url.searchParams;
  if ([...query.keys()].some((name) => !known.has(name))) return undefined;
  const setting: CloudinarySetting = {
    key: url.username,
    secret: url.password,
    cloud: url.host,
    songPreset: query.get("song_preset") ?? "",
    imagePreset: query.get("image_preset") ?? "",
    api: query.get("upload_prefix") ?? "https://api.cloudinary.com",
    delivery: deliveryOf(query.get("secure_distribution") ?? "res.cloudinary.com"),
  };
  const isWhole =
    /^[\w-]+$/.test(setting.key) &&
    /^[\w-]+$/.test(setting.secret) &&
    /^[\w-]+$/.test(setting.cloud) &&
    [setting.songPreset, setting.imagePreset].every((name) => /^[\w-]{1,100}$/.test(name)) &&
    [setting.api, setting.delivery].every(isSafeOrigin);
  return isWhole ? setting : undefined;
}

/** Cloudinary's setting is a host; only on this machine it is spoken to without TLS. */
const deliveryOf = (host: string) => `${isLoopback(host.replace(/:\d+$/, "")) ? "http" : "https"}://${host}`;

/** The secret goes there. */
function isSafeOrigin(value: string): boolean {
  if (!isOrigin(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === "https:" || isLoopback(hostname);
}
