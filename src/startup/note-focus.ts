import { focusHeading } from "../ui/focus-heading.ts";
import { counterpart } from "./keep-focus.ts";

/**
 * Notes which control has the focus before the page is mounted anew. Returns what gives it to the one in its place, with
 * the caret, or to the screen's heading; unless something else has it by then.
 */
export function noteFocus(): () => void {
  const before = document.activeElement;
  if (!(before instanceof HTMLElement) || before === document.body) return () => {};
  const caret = isTextField(before) ? before.selectionStart : null;
  return () => {
    if (before.isConnected || document.activeElement !== document.body) return;
    const now = counterpart(document.body, before);
    if (now === undefined) focusHeading();
    else now.focus({ preventScroll: true });
    if (caret !== null && isTextField(now)) now.setSelectionRange(caret, caret);
  };
}

const isTextField = (element: HTMLElement | undefined): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
