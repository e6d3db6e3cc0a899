/** Shows the document in one of the languages that the build rendered: the others go as soon as they are parsed. */
import { pickLanguage } from "../../contract/languages.ts";
import { wantedLanguages } from "../texts/pick-language.ts";
import { preload } from "./preload.ts";

/** What the document says of a language, by its code, in the first script's `data-languages`. */
export interface DocumentLanguage {
  /** The catalogue's script; none for English, which comes with the screens. */
  script?: string;
  title: string;
}

export function showLanguage(): void {
  const described = document.querySelector<HTMLScriptElement>("script[data-languages]")?.dataset["languages"];
  if (described === undefined) return;
  // Written by the build.
  const languages = JSON.parse(described) as Record<string, DocumentLanguage>;
  const language = pickLanguage(Object.keys(languages), wantedLanguages());
  const { script, title } = languages[language] ?? {};
  document.documentElement.lang = language;
  if (title !== undefined) document.title = title;
  if (script !== undefined) preload(script, false);
  const observer = new MutationObserver(() => {
    for (const other of document.querySelectorAll(`[data-language]:not([data-language="${language}"])`)) other.remove();
  });
  observer.observe(document.documentElement, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", () => observer.disconnect());
}
