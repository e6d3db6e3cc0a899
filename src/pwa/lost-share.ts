/** That files which another app shared were lost on their way, until somebody has signed in (specification 3.17.3). */

const storageKey = "offbeat.share-lost";

export function noteLostShare(): void {
  try {
    sessionStorage.setItem(storageKey, "1");
  } catch (error) {
    // Storage is blocked: the dialog does not ask for them.
    console.warn(error);
  }
}

/** Returns it once. */
export function takeLostShare(): boolean {
  try {
    const isLost = sessionStorage.getItem(storageKey) !== null;
    sessionStorage.removeItem(storageKey);
    return isLost;
  } catch {
    return false;
  }
}
