/** Artwork for the system's media controls: a cover in the widths that the server offers, offline its copy on the device. */
import { imageWidths } from "../../contract/media.ts";
import type { EngineContext } from "./engine-context.ts";

export type Covers = Pick<EngineContext, "coverUrl" | "coverOnDevice">;

/** Shows one cover at a time; `show` is called again when the device's copy replaces what the network cannot bring. */
export function createArtwork({ coverUrl, coverOnDevice }: Covers) {
  let shown: symbol | undefined;
  let copyUrl = "";

  async function showCopy(songImage: string, show: (artwork: MediaImage[]) => void): Promise<void> {
    const mine = shown;
    const copy = await coverOnDevice(songImage);
    if (copy === null || mine !== shown) return;
    // The system may ask for it without the worker, which has the copy.
    copyUrl = URL.createObjectURL(copy);
    show([{ src: copyUrl, type: copy.type }]);
  }

  return (songImage: string | null, show: (artwork: MediaImage[]) => void): void => {
    URL.revokeObjectURL(copyUrl);
    shown = Symbol("cover");
    if (songImage === null) return show([]);
    show(artworkOf(coverUrl(songImage)));
    showCopy(songImage, show).catch((error: unknown) => console.info("a cover on the device could not be read", error));
  };
}

function artworkOf(url: string): MediaImage[] {
  const joint = url.includes("?") ? "&" : "?";
  return imageWidths.map((width) => ({ src: `${url}${joint}w=${width}`, sizes: `${width}x${width}` }));
}
