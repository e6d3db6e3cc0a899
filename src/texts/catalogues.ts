/** All languages: each file of this folder that is named by a language's code, loaded on use. */
import { defaultLanguage } from "../../contract/languages.ts";
import type { Texts } from "./texts.ts";

const files = import.meta.glob<Texts>("./??.ts", { import: "catalogue" });

const codeOf = (file: string) => file.slice("./".length, -".ts".length);

const others = Object.keys(files)
  .map(codeOf)
  .filter((code) => code !== defaultLanguage);

/** Codes such as "de". */
export const languages: readonly string[] = [defaultLanguage, ...others];

/** English for a language that there is not. Rejects when its file does not come. */
export function loadCatalogue(language: string): Promise<Texts> {
  const load = files[`./${language}.ts`] ?? files[`./${defaultLanguage}.ts`];
  if (load === undefined) throw new Error("English is no file of this folder");
  return load();
}
