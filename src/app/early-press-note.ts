/** The root element's data attribute that stores an early press, as "{action} {performance.now()}". */
export const earlyPressKey = "pressed";

/** Marks a button whose early press is recorded; the value names the action. */
export const earlyPressAttribute = "data-early-press";

/** Older presses are ignored; milliseconds. */
export const earlyPressMs = 30_000;

/** Records presses of the buttons that `earlyPress` marks. */
export function noteEarlyPresses(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest(`[${earlyPressAttribute}]`) : null;
    const action = button?.getAttribute(earlyPressAttribute);
    if (action != null) document.documentElement.dataset[earlyPressKey] = `${action} ${performance.now()}`;
  });
}
