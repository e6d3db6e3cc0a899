/** Stores a registration until its profile exists, because the network may fail in between. */
import * as v from "valibot";
import { CompletionForm, Email } from "../../../contract/rules/validation.ts";
import { storedRegistrationMs } from "../../../contract/rules/limits.ts";

const storageKey = "offbeat.registration";

const StoredRegistration = v.object({
  ...CompletionForm.entries,
  email: Email,
  storedAt: v.number(),
});
export type StoredRegistration = v.InferOutput<typeof StoredRegistration>;

export function storeRegistration(
  storage: Storage,
  registration: Omit<StoredRegistration, "storedAt">,
  now: number,
): void {
  storage.setItem(storageKey, JSON.stringify({ ...registration, storedAt: now }));
}

/** The stored registration; one that is too old or unreadable is removed. */
export function readRegistration(storage: Storage, now: number): StoredRegistration | undefined {
  const text = storage.getItem(storageKey);
  if (text === null) return undefined;
  try {
    const stored = v.parse(StoredRegistration, JSON.parse(text));
    if (Math.abs(now - stored.storedAt) < storedRegistrationMs) return stored;
  } catch {
    // Unreadable counts as none.
  }
  forgetRegistration(storage);
  return undefined;
}

export const forgetRegistration = (storage: Storage) => storage.removeItem(storageKey);

/** Whether the registration is of this email's owner. */
export const belongsTo = (registration: StoredRegistration, email: string) =>
  registration.email.toLowerCase() === email.toLowerCase();
