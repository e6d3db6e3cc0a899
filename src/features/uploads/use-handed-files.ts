import { useEffect } from "react";
import { takeOpenedFiles, takeSharedFiles } from "../../pwa/shared-files.ts";
import type { Uploads } from "./uploads.ts";

/**
 * Fills the upload dialog with what another app hands over (specification 3.17.3), or asks for it where it was lost on its
 * way.
 */
export function useHandedFiles(uploads: Uploads, isLost: boolean): void {
  useEffect(() => takeOpenedFiles(uploads.chooseFiles), [uploads]);
  useEffect(() => {
    takeSharedFiles().then(
      (files) => {
        if (files.length > 0) uploads.chooseFiles(files);
        else if (isLost) uploads.dispatch({ type: "share-lost" });
      },
      (error: unknown) => console.warn("Shared files cannot be read", error),
    );
  }, [uploads, isLost]);
}
