import { useEffect } from "react";
import { texts } from "../texts/texts.ts";
import { focusHeading, followHeading } from "../ui/focus-heading.ts";

let screenTitle: string | undefined;
let playingTitle: string | undefined;

/** The one place that sets the title: what plays, else the screen (specification 6.27). */
function showTitle(): void {
  const title = playingTitle ?? screenTitle;
  if (title !== undefined) document.title = title;
}

/** Sets the document title from the visible heading. */
export function setDocumentTitle(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>("main h1");
  // What a screen is called may still be on its way.
  const name = heading?.textContent.trim();
  if (name !== undefined) screenTitle = name === "" ? texts.app.name : texts.frame.title(name);
  showTitle();
  return heading;
}

/** Shows what plays in the title; undefined returns to the screen's. */
export function usePlayingTitle(title: string | undefined): void {
  useEffect(() => {
    playingTitle = title;
    showTitle();
    return () => {
      playingTitle = undefined;
      showTitle();
    };
  }, [title]);
}

/**
 * Follows a heading that comes, or changes, after the screen; so does the focus, if it was on the one before.
 * @param heading its text; undefined while unknown
 */
export function useDocumentTitle(heading: string | undefined): void {
  useEffect(() => {
    if (heading === undefined) return;
    setDocumentTitle();
    followHeading();
  }, [heading]);
}

/**
 * Moves the focus to a new screen's heading, so that a screen reader announces it, or to the screen's `data-autofocus`
 * field.
 */
export function focusScreen(heading: HTMLElement | null): void {
  const wanted = document.querySelector<HTMLElement>("main [data-autofocus]");
  if (wanted === null) focusHeading(heading);
  else wanted.focus();
}
