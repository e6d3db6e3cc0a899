/** Finds what a person would point at, by role and accessible name, the same way in every engine. */

export interface Target {
  /** ARIA role; `text` for whatever shows that text, `file` for the field that takes files. */
  role: string;
  /** Whole accessible name; without it and `starts` every one of the role. */
  name?: string;
  /** Beginning of the accessible name. */
  starts?: string;
  /** Only inside of what this finds. */
  within?: Target;
  /** Only around what this finds. */
  has?: Target;
}

/** Everything that matches and can be perceived. Runs in the page, so it names nothing from outside. */
export function findAll(target: Target): HTMLElement[] {
  const selectors: Record<string, string> = {
    button: "button, [role=button]",
    checkbox: "input[type=checkbox], [role=checkbox]",
    combobox: "select, [role=combobox]",
    dialog: "dialog, [role=dialog], [role=alertdialog]",
    file: "input[type=file]",
    heading: "h1, h2, h3, h4, [role=heading]",
    link: "a[href], [role=link]",
    main: "main",
    listitem: "li, [role=listitem]",
    list: "ul, ol, [role=list]",
    region: "section, [role=region]",
    searchbox: "input[type=search]",
    slider: "input[type=range], [role=slider]",
    text: "*",
    textbox: "input:not([type]), input[type=text], input[type=email], input[type=password], textarea",
  };
  const squeeze = (text: string) => text.replaceAll(/\s+/g, " ").trim();
  const nameOf = (element: HTMLElement): string => {
    const labelledBy = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const texts = labelledBy.map((id) => document.getElementById(id)?.textContent ?? "");
    if (texts.length > 0) return squeeze(texts.join(" "));
    const label = element.getAttribute("aria-label");
    if (label !== null) return label;
    const labels = "labels" in element && element.labels instanceof NodeList ? element.labels : [];
    return squeeze((labels[0] ?? element).textContent ?? "");
  };
  const matches = (element: HTMLElement, { name, starts }: Target) => {
    if (name === undefined && starts === undefined) return true;
    const own = nameOf(element);
    return (name === undefined || own === name) && own.startsWith(starts ?? "");
  };
  // A field for files is often hidden behind a button of its own.
  const isThere = (element: HTMLElement, { role }: Target) =>
    role === "file" ||
    (element.checkVisibility({ visibilityProperty: true }) && element.closest("[inert], [aria-hidden=true]") === null);
  const find = (wanted: Target, around: ParentNode[]): HTMLElement[] => {
    const { role, within, has } = wanted;
    const roots = within === undefined ? around : find(within, around);
    const found = roots
      .flatMap((root) => [...root.querySelectorAll<HTMLElement>(selectors[role] ?? `[role=${role}]`)])
      .filter((element) => matches(element, wanted) && isThere(element, wanted))
      .filter((element) => has === undefined || find(has, [element]).length > 0);
    if (role !== "text") return found;
    // What is around a text has the same text: the innermost shows it.
    return found.filter((outer) => !found.some((one) => one !== outer && outer.contains(one)));
  };
  return find(target, [document]);
}

/** As a sentence says it. */
export function describeTarget({ role, name, starts, within, has }: Target): string {
  const called = name ?? (starts === undefined ? undefined : `${starts}…`);
  const around = has === undefined ? "" : ` with ${describeTarget(has)}`;
  const self = (called === undefined ? role : `${role} "${called}"`) + around;
  return within === undefined ? self : `${self} in ${describeTarget(within)}`;
}
