import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { hasSharedFiles, onOpenedFiles } from "../pwa/shared-files.ts";

/** Leads to the upload dialog when another app hands over files, also those from before the sign-in (specification 3.17.3). */
export function HandedFiles() {
  const navigate = useNavigate();
  useEffect(() => {
    const show = () => void navigate({ to: "/mysongs" });
    hasSharedFiles().then(
      (has) => has && show(),
      (error: unknown) => console.warn("Shared files cannot be read", error),
    );
    onOpenedFiles(show);
  }, [navigate]);
  return null;
}
