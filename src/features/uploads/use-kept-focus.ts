import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { rescueFocus } from "../../ui/focus-heading.ts";
import type { UploadsState } from "./upload-state.ts";

interface TypedIn {
  /** Of the row. */
  id: number;
  /** After it has gone it still knows where its caret was. */
  field: HTMLInputElement;
}

/**
 * Keeps the focus in the form when its fields move (specification 3.2.5): those of the only song into a row of its own, as
 * others join it, and those of the last row to the place of the list.
 */
export function useKeptFocus(form: RefObject<HTMLFormElement | null>, rows: UploadsState["rows"]): void {
  const typedIn = useRef<TypedIn>(undefined);
  const counted = useRef(rows.length);
  const note = useEffectEvent(({ target }: FocusEvent) => {
    const [only] = rows;
    const isOnly = only !== undefined && rows.length === 1 && target instanceof HTMLInputElement;
    typedIn.current = isOnly ? { id: only.id, field: target } : undefined;
  });
  // Its form is there while its dialog is.
  useEffect(() => {
    const { current } = form;
    current?.addEventListener("focusin", note);
    return () => current?.removeEventListener("focusin", note);
  });
  useEffect(() => {
    const { current } = form;
    if (counted.current === rows.length) return;
    counted.current = rows.length;
    if (current === null) return;
    if (typedIn.current !== undefined && document.activeElement === document.body) follow(current, typedIn.current);
    rescueFocus(current);
  });
}

function follow(form: HTMLFormElement, { id, field: left }: TypedIn): void {
  const field = form.querySelector<HTMLInputElement>(`[data-row="${id}"] input[name="${left.name}"]`);
  field?.focus();
  // That of a file has none.
  if (left.selectionStart !== null) field?.setSelectionRange(left.selectionStart, left.selectionEnd);
}
