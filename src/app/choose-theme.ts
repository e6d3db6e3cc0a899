import { applyTheme, type Theme } from "../ui/apply-theme.ts";
import { noteChoice } from "./note-stored.ts";
import { storeTheme } from "./stored-theme.ts";

export function chooseTheme(theme: Theme): void {
  storeTheme(theme);
  noteChoice();
  applyTheme(theme);
}
