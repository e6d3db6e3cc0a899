/**
 * Stores a registration until its profile exists, because the network may fail in between; and what was typed before it was
 * sent.
 */
import * as v from "valibot";
import { CompletionForm, Email } from "../../../contract/rules/validation.ts";
import { storedRegistrationMs } from "../../../contract/rules/limits.ts";
import { tabValue } from "../../lib/tab-value.ts";

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

const typed = tabValue("offbeat.registration-typed");

const TypedRegistration = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  newsletter: v.boolean(),
});
type TypedRegistration = v.InferOutput<typeof TypedRegistration>;

/** Keeps what was typed for this tab's other form, for Back and for a reload (specification 3.4.4). */
export const keepTyped = ({ firstName, lastName, email, newsletter }: TypedRegistration) =>
  typed.write({ firstName, lastName, email, newsletter });

export function readTyped(): TypedRegistration | undefined {
  const read = v.safeParse(TypedRegistration, typed.read());
  return read.success ? read.output : undefined;
}

/** The next person at this tab is another one. */
export const forgetTyped = () => typed.forget();

/** Whether the registration is of this email's owner. */
export const belongsTo = (registration: StoredRegistration, email: string) =>
  registration.email.toLowerCase() === email.toLowerCase();
