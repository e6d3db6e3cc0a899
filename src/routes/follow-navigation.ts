import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { focusScreen, nameDocument } from "./name-document.ts";

/**
 * After each navigation the document is named by the screen's heading, which gets the focus, so that a screen reader
 * says where one is and Tab goes on from there (specification 20.3). A screen may ask for it elsewhere
 * (`data-autofocus`): in the field that is left to fill in.
 */
export function useFollowNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    nameDocument();
    return router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
      const heading = nameDocument();
      if (fromLocation === undefined || !pathChanged) return;
      focusScreen(heading);
    });
  }, [router]);
}
