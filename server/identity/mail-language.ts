/** The language of a mail: the page's, else the browser's. */
import type { IncomingHttpHeaders } from "node:http";
import { pickLanguage } from "../../contract/languages.ts";
import { acceptedLanguages } from "../http/accepted-languages.ts";
import { mailWords, type MailLanguage } from "./mail-words.ts";

// The object has these keys alone.
const written = Object.keys(mailWords) as MailLanguage[];

/** The `firebase` package sends the page's language, browsers their reader's list. English without either. */
export const mailLanguageOf = (headers: IncomingHttpHeaders): MailLanguage =>
  pickLanguage(written, [headers["x-firebase-locale"] ?? [], acceptedLanguages(headers["accept-language"])].flat());
