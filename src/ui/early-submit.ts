/**
 * Submits of prerendered forms before the app has loaded: the first script notes them in the form's `data-early`, and
 * `useForm` makes up for them.
 */

/** For the `<input>` by which a form tells of a submit that no script has heard. Nobody sees or fills it. */
export const submitMark = { type: "checkbox", hidden: true, "data-submit-mark": "" } as const;

export function noteEarlySubmits(): void {
  // A document for a first visit is painted before this script comes. A submit marks all fields of its form as judged,
  // also those that nobody has touched.
  for (const mark of document.querySelectorAll<HTMLInputElement>("[data-submit-mark]:user-valid")) note(mark.form);
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    note(event.target);
  });
}

function note(form: HTMLFormElement | null): void {
  if (form !== null) form.dataset["early"] = "";
}
