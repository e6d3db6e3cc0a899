/**
 * Keeps the focus of a keyboard user through the moment in which the app takes the place of the prerendered frame: once
 * the content of `container` is replaced, a lost focus goes to what stands for the element that had it (specification
 * 20.3).
 */
export function keepFocus(container: HTMLElement): void {
  let last = within(container, document.activeElement);
  const note = (event: FocusEvent) => {
    last = within(container, event.target);
  };
  const leave = ({ target }: FocusEvent) =>
    // Removing the element may blur it, too.
    queueMicrotask(() => {
      if (last === target && last?.isConnected) last = undefined;
    });
  document.addEventListener("focusin", note);
  document.addEventListener("focusout", leave);

  const observer = new MutationObserver(() => {
    if (container.firstElementChild === null) return;
    observer.disconnect();
    document.removeEventListener("focusin", note);
    document.removeEventListener("focusout", leave);
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (isLost && last) counterpart(container, last)?.focus({ preventScroll: true });
  });
  observer.observe(container, { childList: true });
}

const within = (container: HTMLElement, element: EventTarget | null) =>
  element instanceof HTMLElement && container.contains(element) ? element : undefined;

/** The element with the same id; the same field of a form; or one of the same kind, with the same name and address. */
export function counterpart(container: HTMLElement, before: HTMLElement): HTMLElement | undefined {
  const ofKind = Array.from(container.querySelectorAll<HTMLElement>(before.localName));
  const fieldName = before.getAttribute("name");
  return (
    (before.id === "" ? null : document.getElementById(before.id)) ??
    (fieldName === null ? undefined : ofKind.find((one) => one.getAttribute("name") === fieldName)) ??
    ofKind.find((one) => one.getAttribute("href") === before.getAttribute("href") && nameOf(one) === nameOf(before))
  );
}

const nameOf = (element: HTMLElement) => element.getAttribute("aria-label") ?? element.textContent;
