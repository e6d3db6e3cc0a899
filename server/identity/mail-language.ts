/** The language of a mail: the page's, else the browser's. */
import type { IncomingHttpHeaders } from "node:http";
import { mailWords, type MailLanguage } from "./mail-words.ts";

/** The `firebase` package sends the page's language, browsers their reader's list. English without either. */
export function mailLanguageOf(headers: IncomingHttpHeaders): MailLanguage {
  const tags = [headers["x-firebase-locale"] ?? [], listWanted(headers["accept-language"] ?? "")].flat();
  return tags.map((tag) => tag.toLowerCase().split("-")[0]).find(isWritten) ?? "en";
}

const isWritten = (code: string | undefined): code is MailLanguage =>
  code !== undefined && Object.hasOwn(mailWords, code);

/** The tags of an Accept-Language header, the most wanted first; those that are refused are left out. */
function listWanted(header: string): string[] {
  return header
    .split(",")
    .map((part) => {
      const [tag = "", weight] = part.split(/;\s*q=/i);
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
