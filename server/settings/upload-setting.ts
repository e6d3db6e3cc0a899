/** Where clients send files, as `/config.json` tells them (specification 15.3, 15.16). */
import { uploadPath } from "../../contract/media.ts";
import type { CloudinarySetting } from "./cloudinary-url.ts";

export interface UploadSetting {
  url: string;
  preset: string;
  cloudName: string;
  /** Whether clients send their token along: never to an outside host. */
  auth: "bearer" | "none";
}

/** What is given, else the outside host's own address and preset, or this server's. */
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
