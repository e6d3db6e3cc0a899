export type Theme = "system" | "light" | "dark";

/** Applies a theme to the page and to the browser's bars. The caller stores the choice. */
export function applyTheme(theme: Theme) {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    meta.dataset["system"] ??= meta.content;
    meta.content = theme === "system" ? meta.dataset["system"] : getComputedStyle(root).backgroundColor;
  }
}
