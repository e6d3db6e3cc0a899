/** The root element's data attribute that stores an early press, as "{action} {performance.now()}". */
export const earlyPressKey = "pressed";

/** Older presses are ignored; milliseconds. */
export const earlyPressMs = 30_000;

/** Records presses of the buttons that `earlyPress` marks. */
export function noteEarlyPresses(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-early-press]") : null;
    const action = button?.getAttribute("data-early-press");
    if (action != null) document.documentElement.dataset[earlyPressKey] = `${action} ${performance.now()}`;
  });
}
