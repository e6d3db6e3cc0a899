/** The shared link that led a visitor of this tab to the login: it opens after the sign-in (specification 3.3.3). */

const storageKey = "offbeat.wanted";

export type SharedPath = `/playlist${"" | "-user"}/${string}`;

/** What people send each other; other screens are somebody's own. */
const isShared = (path: string): path is SharedPath => /^\/playlist(-user)?\/[\w-]+$/.test(path);

export function noteWanted(path: string): void {
  try {
    // The router takes a slash at the end, too.
    const shared = path.replace(/\/$/, "");
    if (isShared(shared)) sessionStorage.setItem(storageKey, shared);
  } catch (error) {
    // Storage is blocked: the sign-in leads home.
    console.warn(error);
  }
}

/** Returns it once. */
export function takeWanted(): SharedPath | undefined {
  try {
    const path = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    return path !== null && isShared(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** The next person of this tab is another one. */
export const forgetWanted = (): void => void takeWanted();
