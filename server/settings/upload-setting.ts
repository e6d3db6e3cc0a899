/** The upload target that `/config.json` gives to clients. */
import { uploadPath } from "../../contract/media.ts";
import type { CloudinarySetting } from "./cloudinary-url.ts";

export interface UploadSetting {
  url: string;
  preset: string;
  cloudName: string;
  /** Whether clients send their token: never to an external host. */
  auth: "bearer" | "none";
}

/** Returns the configured target, or else that of the external host or of this server. */
export function readUpload(
  host: CloudinarySetting | undefined,
  kind: "video" | "image",
  url: string | undefined,
  preset: string | undefined,
): UploadSetting {
  if (!host) {
    const own = { url: url ?? uploadPath(kind), preset: preset ?? "offbeat" };
    return { ...own, cloudName: "offbeat", auth: "bearer" };
  }
  return {
    url: url ?? `${host.api}/v1_1/${host.cloud}/${kind}/upload`,
    preset: preset ?? (kind === "video" ? host.songPreset : host.imagePreset),
    cloudName: host.cloud,
    auth: "none",
  };
}
