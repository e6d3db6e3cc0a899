/** Where the first script notes a press: a member of the document's dataset, "{action} {milliseconds of the page}". */
export const earlyPressKey = "pressed";

/** So long a press is worth making up for; milliseconds. */
export const earlyPressMs = 30_000;

/** Notes presses of the buttons that `earlyPress` marks. */
export function noteEarlyPresses(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-early-press]") : null;
    const action = button?.getAttribute("data-early-press");
    if (action != null) document.documentElement.dataset[earlyPressKey] = `${action} ${performance.now()}`;
  });
}
