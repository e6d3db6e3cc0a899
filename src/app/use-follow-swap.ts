import { useEffect, useRef } from "react";
import { rescueFocus } from "../ui/focus-heading.ts";
import { setDocumentTitle } from "./document-title.ts";

/**
 * What takes the place of a screen's content counts as a new page: the title and the focus follow it (specification
 * 20.3).
 * @param isSwapped whether the other content is shown
 */
export function useFollowSwap(isSwapped: boolean): void {
  const shown = useRef(isSwapped);
  useEffect(() => {
    if (shown.current === isSwapped) return;
    shown.current = isSwapped;
    setDocumentTitle();
    rescueFocus();
  }, [isSwapped]);
}
