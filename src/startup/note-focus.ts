import { focusHeading } from "../ui/focus-heading.ts";

/**
 * Notes which control has the focus before the page is mounted anew. Returns what gives it to the one in its place, with
 * the caret, or to the screen's heading; unless something else has it by then.
 */
export function noteFocus(): () => void {
  const before = document.activeElement;
  if (!(before instanceof HTMLElement) || before === document.body) return () => {};
  const selector = selectorOf(before);
  const caret = isTextField(before) ? before.selectionStart : null;
  return () => {
    if (before.isConnected || document.activeElement !== document.body) return;
    const now = selector === undefined ? null : document.querySelector<HTMLElement>(selector);
    if (now === null) focusHeading();
    else now.focus({ preventScroll: true });
    if (caret !== null && isTextField(now)) now.setSelectionRange(caret, caret);
  };
}

/** Names of fields and ids of our own stay. */
function selectorOf(element: HTMLElement): string | undefined {
  const { localName, id } = element;
  const name = element.getAttribute("name");
  if (name !== null) return `${localName}[name="${CSS.escape(name)}"]`;
  return id === "" ? undefined : `${localName}#${CSS.escape(id)}`;
}

const isTextField = (element: HTMLElement | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
