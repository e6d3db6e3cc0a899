/** Images of forms, connected to the app. */
import { useState } from "react";
import { sendFile } from "../../app/send-file.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { createImageSender, type SaveWithImage } from "./image-sender.ts";

/** The server's limit in bytes; undefined while unknown. */
export const useImageLimit = (): number | undefined => useApp().config.current()?.upload.image.maxBytes;

/** One per form: `withImage(values.image, (url) => …)` in its `onSubmit`. */
export function useSaveWithImage(): SaveWithImage {
  const app = useApp();
  const account = useAccount();
  const [sender] = useState(() =>
    createImageSender((file) => sendFile(app, account, "image", file, { signal: new AbortController().signal })),
  );
  return sender;
}
