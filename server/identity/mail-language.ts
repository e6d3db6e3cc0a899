/** The language of a mail: the page's, else the browser's. */
import type { IncomingHttpHeaders } from "node:http";
import { acceptedLanguages } from "../http/accepted-languages.ts";
import { mailWords, type MailLanguage } from "./mail-words.ts";

/** The `firebase` package sends the page's language, browsers their reader's list. English without either. */
export function mailLanguageOf(headers: IncomingHttpHeaders): MailLanguage {
  const tags = [headers["x-firebase-locale"] ?? [], acceptedLanguages(headers["accept-language"])].flat();
  return tags.map((tag) => tag.toLowerCase().split("-")[0]).find(isWritten) ?? "en";
}

const isWritten = (code: string | undefined): code is MailLanguage =>
  code !== undefined && Object.hasOwn(mailWords, code);
