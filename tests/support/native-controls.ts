/**
 * Native behaviour that happy-dom lacks, as in the HTML standard: the keys of a range input; focus and Escape of a modal
 * dialog. The browser tests prove that real browsers behave this way.
 */

type Key = "ArrowLeft" | "ArrowDown" | "ArrowRight" | "ArrowUp" | "Home" | "End";

const rangeKeys: Record<Key, (range: HTMLInputElement) => number> = {
  ArrowLeft: (range) => range.valueAsNumber - Number(range.step),
  ArrowDown: (range) => range.valueAsNumber - Number(range.step),
  ArrowRight: (range) => range.valueAsNumber + Number(range.step),
  ArrowUp: (range) => range.valueAsNumber + Number(range.step),
  Home: (range) => Number(range.min),
  End: (range) => Number(range.max),
};

const isRangeKey = (key: string): key is Key => key in rangeKeys;

/** Drags a range input without releasing it. */
export function dragTo(range: HTMLElement, value: number): void {
  if (!(range instanceof HTMLInputElement) || range.disabled) throw new TypeError("Not an enabled range input");
  setValue(range, value);
  range.dispatchEvent(new Event("input", { bubbles: true }));
}

export const release = (range: HTMLElement) => void range.dispatchEvent(new Event("change", { bubbles: true }));

/** Bypasses React's value tracker, as user input does. */
function setValue(range: HTMLInputElement, value: number): void {
  const tracker = Object.getOwnPropertyDescriptor(range, "value");
  Reflect.deleteProperty(range, "value");
  range.value = String(Math.min(Number(range.max), Math.max(Number(range.min), value)));
  if (tracker) Object.defineProperty(range, "value", tracker);
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || !isRangeKey(key)) return;
  if (!(target instanceof HTMLInputElement) || target.type !== "range" || target.disabled) return;
  // Stops user-event from moving a caret, which a range input lacks.
  event.preventDefault();
  const before = target.value;
  setValue(target, rangeKeys[key](target));
  if (target.value === before) return;
  target.dispatchEvent(new Event("input", { bubbles: true }));
  target.dispatchEvent(new Event("change", { bubbles: true }));
});

/** The open modal dialogs, newest last, with the element focused before each. */
const modals = new Map<HTMLDialogElement, Element | null>();

HTMLDialogElement.prototype.showModal = function showModal() {
  if (this.open) throw new DOMException("Already open", "InvalidStateError");
  modals.set(this, document.activeElement);
  this.open = true;
  this.querySelector<HTMLElement>("button:not(:disabled), input:not(:disabled)")?.focus();
};

HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  const before = modals.get(this);
  modals.delete(this);
  if (before instanceof HTMLElement) before.focus();
  setTimeout(() => this.dispatchEvent(new Event("close")));
};

document.addEventListener("keydown", ({ key, defaultPrevented }) => {
  const dialog = [...modals.keys()].findLast(({ isConnected }) => isConnected);
  if (key !== "Escape" || defaultPrevented || !dialog) return;
  if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
});

// happy-dom plays nothing, and a list says so in each of its rows.
HTMLMediaElement.prototype.canPlayType = () => "maybe";

// A cancelled animation rejects `finished`, which no browser reports as unhandled (CSSOM: the promise is marked as handled).
const { animate } = Element.prototype;
if (typeof animate === "function") {
  Element.prototype.animate = function animateQuietly(...values) {
    const animation = animate.apply(this, values);
    animation.finished?.catch(() => {});
    return animation;
  };
}
