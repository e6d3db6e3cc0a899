/**
 * What the server knows of a device before its first script: a visitor's document is painted before any, in the theme and
 * language that were chosen there (specification 3.2.15). Shared by build, page and server.
 */
import type { VisitorPath } from "./screens.ts";

export const chosenThemes = ["dark", "light"] as const;

/** What was chosen on a device; absent: the system's theme, and the browser's language. */
interface VisitorLook {
  theme?: (typeof chosenThemes)[number] | undefined;
  language?: string | undefined;
}

const cookie = "offbeat-stored";
/** Its value where a sign-in is stored: then the document asks the device. */
const signedIn = "1";

/** The value; undefined without it. @param cookies as in `document.cookie` and in the header */
export const storedValue = (cookies: string | undefined): string | undefined =>
  cookies
    ?.split(";")
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${cookie}=`))
    ?.slice(cookie.length + 1);

/** How to show the visitor's form; undefined for a device that may have stored a sign-in. */
export function visitorLook(cookies: string | undefined): VisitorLook | undefined {
  const [, theme, language] = /^(\w*)(?:\.([\w-]+))?$/.exec(storedValue(cookies) ?? "") ?? [];
  if (theme === undefined) return undefined;
  const known = chosenThemes.find((each) => each === theme);
  // What an older version has written says only that there is something.
  return known === undefined && theme !== "" ? undefined : { theme: known, language };
}

/** The value that says this; undefined: nothing is stored. */
export function valueOf({ isSignedIn, theme, language }: VisitorLook & { isSignedIn: boolean }): string | undefined {
  if (isSignedIn) return signedIn;
  return `${theme ?? ""}${language === undefined ? "" : `.${language}`}` || undefined;
}

/** The longest time that browsers allow; seconds. */
const lifeSeconds = 400 * 86_400;

/**
 * @param value undefined deletes it
 * @param lasts false for a sign-in that ends with the browser
 */
export function storedCookie(value: string | undefined, lasts: boolean, isSecure: boolean): string {
  const life = value === undefined ? 0 : lasts ? lifeSeconds : undefined;
  // Also sent where a link on another site leads here.
  return `${cookie}=${value ?? ""}; path=/; samesite=lax${life === undefined ? "" : `; max-age=${life}`}${isSecure ? "; secure" : ""}`;
}

/** Where the build puts these documents, and what no URL leads to. */
export const firstVisitFolder = "first-visit/";

export const firstVisitFile = (visitor: VisitorPath, language: string, theme?: VisitorLook["theme"]): string =>
  `${firstVisitFolder}${language}${visitor}${theme === undefined ? "" : `.${theme}`}.html`;
