/**
 * Stores a registration until its profile exists, because the network may fail in between; and what was typed before it was
 * sent.
 */
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

const typedKey = "offbeat.registration-typed";

const TypedRegistration = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  newsletter: v.boolean(),
});
type TypedRegistration = v.InferOutput<typeof TypedRegistration>;

/** Keeps what was typed for this tab's other form, for Back and for a reload (specification 3.4.4). */
export function keepTyped({ firstName, lastName, email, newsletter }: TypedRegistration): void {
  try {
    sessionStorage.setItem(typedKey, JSON.stringify({ firstName, lastName, email, newsletter }));
  } catch {
    // Blocked or full: the form has it as long as it is shown.
  }
}

export function readTyped(): TypedRegistration | undefined {
  try {
    const typed = v.safeParse(TypedRegistration, JSON.parse(sessionStorage.getItem(typedKey) ?? "null"));
    return typed.success ? typed.output : undefined;
  } catch {
    return undefined;
  }
}

/** The next person at this tab is another one. */
export function forgetTyped(): void {
  try {
    sessionStorage.removeItem(typedKey);
  } catch {
    // Blocked: there is none.
  }
}

/** Whether the registration is of this email's owner. */
export const belongsTo = (registration: StoredRegistration, email: string) =>
  registration.email.toLowerCase() === email.toLowerCase();
