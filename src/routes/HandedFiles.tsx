import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { takeLostShare } from "../pwa/lost-share.ts";
import { hasSharedFiles, onOpenedFiles } from "../pwa/shared-files.ts";

/** Leads to the upload dialog when another app hands over files, also those from before the sign-in (specification 3.17.3). */
export function HandedFiles() {
  const navigate = useNavigate();
  useEffect(() => {
    const show = () => void navigate({ to: "/mysongs" });
    hasSharedFiles().then(
      (has) => {
        const wasLost = takeLostShare();
        if (has) show();
        else if (wasLost) void navigate({ to: "/mysongs", search: { lost: 1 } });
      },
      (error: unknown) => console.warn("Shared files cannot be read", error),
    );
    onOpenedFiles(show);
  }, [navigate]);
  return null;
}
