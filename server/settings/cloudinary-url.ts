/** Parses MEDIA_URL, which has the format of Cloudinary's CLOUDINARY_URL. */
import { isAddress, isLoopback, isOrigin } from "./host-address.ts";

export interface CloudinarySetting {
  key: string;
  secret: string;
  cloud: string;
  songPreset: string;
  imagePreset: string;
  /** Origin of the API. */
  api: string;
  /** Origin of delivered files. */
  delivery: string;
}

const parameters = new Set(["song_preset", "image_preset", "upload_prefix", "secure_distribution"]);

/** Returns undefined for an invalid URL. */
export function readCloudinaryUrl(value: string): CloudinarySetting | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== "cloudinary:" || !["", "/"].includes(url.pathname)) return undefined;
  const query = url.searchParams;
  if ([...query.keys()].some((name) => !parameters.has(name))) return undefined;
  const setting: CloudinarySetting = {
    key: url.username,
    secret: url.password,
    cloud: url.host,
    songPreset: query.get("song_preset") ?? "",
    imagePreset: query.get("image_preset") ?? "",
    api: query.get("upload_prefix") ?? "https://api.cloudinary.com",
    delivery: deliveryOf(query.get("secure_distribution") ?? "res.cloudinary.com"),
  };
  const isValid =
    /^[\w-]+$/.test(setting.key) &&
    /^[\w-]+$/.test(setting.secret) &&
    /^[\w-]+$/.test(setting.cloud) &&
    [setting.songPreset, setting.imagePreset].every((name) => /^[\w-]{1,100}$/.test(name)) &&
    [setting.api, setting.delivery].every(isSafeOrigin);
  // Either may end with a slash.
  const [api, delivery] = [setting.api, setting.delivery];
  return isValid ? { ...setting, api: new URL(api).origin, delivery: new URL(delivery).origin } : undefined;
}

/** Cloudinary's setting is a host. Uses plain http only for a loopback host. */
const deliveryOf = (host: string) => `${isLoopback(host.replace(/(:\d+)?\/?$/, "")) ? "http" : "https"}://${host}`;

/** The secret is sent to this origin, so it needs TLS. */
function isSafeOrigin(value: string): boolean {
  // No more is forgiven than the slash.
  if (!isOrigin(value) || !isAddress(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === "https:" || isLoopback(hostname);
}
