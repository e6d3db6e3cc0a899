import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { focusScreen, setDocumentTitle } from "./document-title.ts";

/**
 * After each navigation the document is named by the screen's heading, which gets the focus, so that a screen reader
 * says where one is and Tab goes on from there (specification 20.3). A screen may ask for it elsewhere
 * (`data-autofocus`): in the field that is left to fill in.
 */
export function useFocusAfterNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    setDocumentTitle();
    return router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
      const heading = setDocumentTitle();
      if (fromLocation === undefined || !pathChanged) return;
      focusScreen(heading);
    });
  }, [router]);
}
