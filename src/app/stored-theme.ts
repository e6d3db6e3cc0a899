/** The theme, stored per device and not per account (specification 20.14). */
import { tryStore } from "../lib/try-store.ts";
import type { Theme } from "../ui/apply-theme.ts";

const storageKey = "offbeat.theme";
export const themes: readonly Theme[] = ["system", "dark", "light"];

export function readTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return themes.find((theme) => theme === stored) ?? "system";
}

export function storeTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem(storageKey);
  else tryStore(storageKey, theme);
}
