/**
 * Sign-outs whose account is not removed from the device yet, in local storage: the page may be closed meanwhile. Part of
 * the render-blocking scripts: keep it small.
 */
const storageKey = "offbeat.sign-outs";

interface StoredSignOut {
  uid: string;
  /** Its unsent changes stay for its next sign-in. */
  keepsUnsent: boolean;
}

export function readSignOuts(): StoredSignOut[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isSignOut) : [];
  } catch {
    // Foreign content under this key, or a storage that is blocked.
    return [];
  }
}

const isSignOut = (value: unknown): value is StoredSignOut =>
  typeof value === "object" &&
  value !== null &&
  "uid" in value &&
  typeof value.uid === "string" &&
  "keepsUnsent" in value &&
  typeof value.keepsUnsent === "boolean";

/** Returns whether it is noted. */
export function noteSignOut(signOut: StoredSignOut): boolean {
  write([...others(signOut.uid), signOut]);
  return isNoted(signOut.uid);
}

export const isNoted = (uid: string): boolean => readSignOuts().some((one) => one.uid === uid);

export const forgetSignOut = (uid: string): void => write(others(uid));

const others = (uid: string) => readSignOuts().filter((one) => one.uid !== uid);

function write(signOuts: readonly StoredSignOut[]): void {
  try {
    if (signOuts.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(signOuts));
  } catch (error) {
    // A sign-out goes on without it, and ends with its page.
    console.warn("A sign-out could not be noted", error);
  }
}
