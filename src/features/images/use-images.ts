/** Images of forms, connected to the app. */
import { useState } from "react";
import { sendFile } from "../../app/send-file.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { createImageSender, type SaveWithImage } from "./image-sender.ts";

/** The server's limit in bytes; undefined while unknown. */
export const useImageLimit = (): number | undefined => useApp().config.current()?.upload.image.maxBytes;

/** An image that is on its way. */
export interface ImageOnItsWay {
  /** Of its bytes, what is sent; 0 to 1. */
  share: number;
  /** The save then rejects with ApiError `aborted`. */
  cancel: () => void;
}

interface FormWithImage {
  /** For its `onSubmit`: `withImage(values.image, (url) => …)`. */
  withImage: SaveWithImage;
  /** Undefined while none is. */
  sending: ImageOnItsWay | undefined;
}

/** One per form. */
export function useSaveWithImage(): FormWithImage {
  const app = useApp();
  const account = useAccount();
  const [sending, setSending] = useState<ImageOnItsWay>();
  const [withImage] = useState(() =>
    createImageSender(async (file) => {
      const controller = new AbortController();
      const onProgress = (share: number) => setSending({ share, cancel: () => controller.abort() });
      onProgress(0);
      try {
        return await sendFile(app, account, "image", file, { signal: controller.signal, onProgress });
      } finally {
        setSending(undefined);
      }
    }),
  );
  return { withImage, sending };
}
