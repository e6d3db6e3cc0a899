/**
 * Leads to what is wrong with a form: focuses the field and shows its message, too. Without one it shows the error of the
 * whole form, which may lie out of sight above the button that was pressed.
 */
export function showError(form: HTMLElement, field: HTMLElement | undefined): void {
  field?.focus();
  // The message comes with the next frame.
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (isLeft(form)) return;
      const message = field ? messageOf(field) : form.querySelector("[role=alert] > *");
      for (const part of [field, message]) part?.scrollIntoView({ block: "nearest" });
    }),
  );
}

/** The last of what describes a field stands below it. */
const messageOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute("aria-describedby")?.split(" ").at(-1) ?? "");

/** Whether the user has gone on elsewhere meanwhile. */
function isLeft(form: HTMLElement): boolean {
  const { activeElement: focused, body } = document;
  return focused !== null && focused !== body && !(form.closest("dialog") ?? form).contains(focused);
}
