import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { focusScreen, setDocumentTitle } from "./document-title.ts";

/**
 * After each navigation, sets the document title and moves the focus to the heading or to a `data-autofocus` field, so
 * that a screen reader announces the screen and Tab continues from there (specification 20.3).
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
