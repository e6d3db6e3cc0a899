/**
 * Documents for visitors of whom no sign-in is known: painted before any script, in the theme and language that they have
 * chosen, else the language that the browser asks for (specification 3.2.15).
 */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { firstVisitFile, firstVisitFolder, visitorLook } from "../../contract/first-visit.ts";
import { pickLanguage } from "../../contract/languages.ts";
import { visitorPathOf } from "../../contract/screens.ts";
import { acceptedLanguages } from "../http/accepted-languages.ts";
import type { SiteFile, SiteFiles } from "./files.ts";

const folder = `/${firstVisitFolder}`;

/** @param file a URL path */
export const isFirstVisit = (file: string) => file.startsWith(folder);

/** The request headers by which `createFirstVisits` chooses. */
export const firstVisitHeaders = ["Cookie", "Accept-Language"];

/** Returns a function that finds the document; undefined for a device that may have stored a sign-in, and other paths. */
export function createFirstVisits(
  files: SiteFiles,
): (path: string, headers: IncomingHttpHeaders) => SiteFile | undefined {
  const names = [...files.keys()].filter(isFirstVisit);
  const languages = [...new Set(names.map((name) => name.slice(folder.length).split("/")[0] ?? ""))];
  return (path, headers) => {
    const visitor = visitorPathOf(path);
    const look = visitorLook(headers.cookie);
    if (visitor === undefined || look === undefined) return undefined;
    const wanted = acceptedLanguages(headers["accept-language"]);
    const language = pickLanguage(languages, look.language === undefined ? wanted : [look.language, ...wanted]);
    return files.get(`/${firstVisitFile(visitor, language, look.theme)}`);
  };
}

/** Sources for the policy: the styles inside these documents, which alone are allowed there. */
export function inlineStyles(files: SiteFiles): string[] {
  const styles = [...files].flatMap(([name, { bytes }]) =>
    isFirstVisit(name) ? [...bytes.toString().matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text ?? "") : [],
  );
  return [...new Set(styles)].map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
}
