import type { Upload } from "../../../contract/media.ts";
import { ApiError } from "../../api/api-error.ts";
import type { FormImage } from "./form-image.ts";

/**
 * Sends a form's image and then saves the form with its URL. A second attempt with the same file does not send it again,
 * unless the server has deleted it meanwhile. Throws what either step throws.
 */
export type SaveWithImage = <T>(image: FormImage, save: (url: string | null) => Promise<T>) => Promise<T>;

export function createImageSender(send: (file: File) => Promise<Upload>): SaveWithImage {
  /** The last file that was sent. An upload belongs to one thing only, so a successful save uses it up. */
  let sent: { file: File; url: string } | undefined;

  async function urlOf(file: File): Promise<string> {
    if (sent?.file !== file) sent = { file, url: (await send(file)).secure_url };
    return sent.url;
  }

  return async (image, save) => {
    const attempt = async () => save(image instanceof File ? await urlOf(image) : image);
    const wasSent = image instanceof File && sent?.file === image;
    const saved = await attempt().catch((error: unknown) => {
      if (!wasSent || !(error instanceof ApiError && error.code === "upload-not-found")) throw error;
      sent = undefined;
      return attempt();
    });
    sent = undefined;
    return saved;
  };
}
