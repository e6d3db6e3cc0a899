export type Theme = "system" | "light" | "dark";

/** Puts a theme on the page, and its ground on the browser's own bars; keeping the choice is the caller's matter. */
export function applyTheme(theme: Theme) {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    meta.dataset["system"] ??= meta.content;
    meta.content = theme === "system" ? meta.dataset["system"] : getComputedStyle(root).backgroundColor;
  }
}
