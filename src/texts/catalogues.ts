/** All languages: each file of this folder that is named by a language's code. English is always loaded, others on use. */
import { catalogue as english } from "./en.ts";
import { defaultLanguage } from "./pick-language.ts";
import type { Texts } from "./texts.ts";

const others = import.meta.glob<Texts>(["./??.ts", "!./en.ts"], { import: "catalogue" });

const codeOf = (file: string) => file.slice("./".length, -".ts".length);

/** Codes such as "de". */
export const languages: readonly string[] = [defaultLanguage, ...Object.keys(others).map(codeOf)];

export async function loadCatalogue(language: string): Promise<Texts> {
  return (await others[`./${language}.ts`]?.()) ?? english;
}
