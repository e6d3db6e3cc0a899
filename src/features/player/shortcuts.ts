/** Maps keys to player commands, unless the focused element uses the key (specification 20.9). Pure. */

export type Shortcut =
  | "toggle"
  | "back"
  | "forward"
  | "previous"
  | "next"
  | "mute"
  | "like"
  | "queue"
  | "search"
  | "help";

/** Seconds per arrow key. */
export const seekStep = 5;

/** From here on "forward" leads no further: a held key would run on through the next song. Seconds before the end. */
const endMargin = 1;

/** Where "forward" leads; seconds. */
export const forwardFrom = (position: number, duration: number): number =>
  Math.max(position, Math.min(position + seekStep, duration > 0 ? duration - endMargin : Infinity));

export interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  isComposing: boolean;
  defaultPrevented: boolean;
  /** The focused element. */
  target: Pick<Element, "closest"> | null;
}

const typing =
  "input:not([type=range], [type=checkbox], [type=radio], [type=button], [type=submit], [type=file]), textarea, select, [contenteditable]:not([contenteditable=false])";

/** Widgets that use letters and arrows themselves. */
const composite =
  "[role=menu], [role=menubar], [role=listbox], [role=combobox], [role=grid], [role=tree], [role=tablist], [role=radiogroup]";

const usesSpace = "button, summary, input, [role=button], [role=checkbox], [role=switch]";
const usesArrows = "input[type=range], input[type=radio], [role=slider], [role=spinbutton]";

/** The command of a key; undefined if it has none or the focused element uses it. */
export function shortcutOf(press: KeyPress): Shortcut | undefined {
  // Another handler has used the key, such as a list that moved its focus.
  if (press.defaultPrevented || press.isComposing) return undefined;
  if (press.ctrlKey || press.altKey || press.metaKey) return undefined;
  const isOn = (selector: string) => Boolean(press.target?.closest(selector));
  if (isOn(typing) || isOn(composite)) return undefined;
  switch (press.key) {
    case " ":
      return press.shiftKey || isOn(usesSpace) ? undefined : "toggle";
    case "ArrowLeft":
      return isOn(usesArrows) ? undefined : press.shiftKey ? "previous" : "back";
    case "ArrowRight":
      return isOn(usesArrows) ? undefined : press.shiftKey ? "next" : "forward";
    case "m":
    case "M":
      return "mute";
    case "l":
    case "L":
      return "like";
    case "q":
    case "Q":
      return "queue";
    case "/":
      return "search";
    case "?":
      return "help";
    default:
      return undefined;
  }
}
