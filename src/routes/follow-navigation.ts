import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { texts } from "../texts/en.ts";

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
      const wanted = document.querySelector<HTMLElement>("main [data-autofocus]");
      if (wanted !== null) wanted.focus();
      else focusHeading(heading);
    });
  }, [router]);
}

/** Names the document by the heading that is shown. */
export function nameDocument(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (heading !== null) document.title = texts.frame.title(heading.textContent);
  return heading;
}

/** Where keyboard and screen reader go on from; no ring, since nothing can be done with a heading. */
export function focusHeading(heading: HTMLElement | null): void {
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.style.outline = "none";
  heading.focus({ preventScroll: true });
}
