/**
 * First visits: a device that has stored neither a theme, a language nor a sign-in gets documents that are painted before
 * any script (specification 3.2.15). Shared by build, page and server.
 */
import type { VisitorPath } from "./screens.ts";

/** There while the device may have stored one of them. Its value says nothing. */
const cookie = "offbeat-stored";

/** @param cookies as in `document.cookie` and in the header */
export const hasStored = (cookies: string | undefined): boolean =>
  cookies !== undefined && cookies.split(";").some((each) => each.trim().startsWith(`${cookie}=`));

/** The longest time that browsers allow; seconds. */
const lifeSeconds = 400 * 86_400;

/** @param lasts false for a sign-in that ends with the browser */
export const storedCookie = (lasts: boolean, isSecure: boolean): string =>
  // Also sent where a link on another site leads here.
  `${cookie}=1; path=/; samesite=lax${lasts ? `; max-age=${lifeSeconds}` : ""}${isSecure ? "; secure" : ""}`;

/** Where the build puts these documents, and what no URL leads to. */
export const firstVisitFolder = "first-visit/";

export const firstVisitFile = (visitor: VisitorPath, language: string): string =>
  `${firstVisitFolder}${language}${visitor}.html`;
