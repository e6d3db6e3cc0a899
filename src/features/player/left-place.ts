/**
 * The place in the queue at which this tab's page was left, in session storage: WebKit takes no write to a database from
 * a page that goes. The next page of the tab brings it into the database.
 */
const storageKey = "offbeat.place";

export function writeLeftPlace(place: unknown): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(place));
  } catch (error) {
    console.warn("The place in the song is kept in the database alone", error);
  }
}

/** Unparsed; undefined if there is none. */
export function readLeftPlace(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function forgetLeftPlace(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Blocked: there is none.
  }
}
