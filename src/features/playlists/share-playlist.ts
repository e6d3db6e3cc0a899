/** Shares a playlist's link: by the system's sheet where there is one, else by copying it (specification 3.11.7). */
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";

/** `shown`: neither worked, so the link has to be read. */
type Shared = "sheet" | "copied" | "shown";

type Device = Pick<Partial<Navigator>, "share" | "clipboard">;

/** @param device what the browser has: over plain http it has neither */
export async function shareLink(
  { title, _id }: Pick<PlaylistSnapshot, "title" | "_id">,
  url: string,
  device: Device,
): Promise<Shared> {
  console.info("Sharing a playlist", _id);
  if (device.share !== undefined) {
    try {
      await device.share({ title, url });
      return "sheet";
    } catch (error) {
      // The user closed the sheet.
      if (error instanceof DOMException && error.name === "AbortError") return "sheet";
      console.info("The system's sheet did not open", error);
    }
  }
  try {
    if (device.clipboard === undefined) return "shown";
    await device.clipboard.writeText(url);
    return "copied";
  } catch (error) {
    console.info("The link could not be copied", error);
    return "shown";
  }
}
