/** Creates accounts. */
import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { Email, Password } from "../../contract/rules/validation.ts";
import type { Queryable } from "../db/database.ts";
import type { Passwords } from "./passwords.ts";
import { IdentityError } from "./identity-error.ts";
import { insertAccount, type Account } from "./account-rows.ts";

/** Validates and lower-cases an email. Throws MISSING_EMAIL or INVALID_EMAIL. */
export function readEmail(email: unknown): string {
  if (typeof email !== "string" || email.trim() === "") throw new IdentityError("MISSING_EMAIL");
  const parsed = v.safeParse(Email, email);
  if (!parsed.success) throw new IdentityError("INVALID_EMAIL");
  return parsed.output.toLowerCase();
}

/** Validates a new password by the rule of the forms. Throws MISSING_PASSWORD, or WEAK_PASSWORD with the rule. */
export function readNewPassword(password: unknown): string {
  if (typeof password !== "string" || password === "") throw new IdentityError("MISSING_PASSWORD");
  const parsed = v.safeParse(Password, password);
  if (!parsed.success) throw new IdentityError("WEAK_PASSWORD", { sentence: parsed.issues[0].message });
  return parsed.output;
}

interface Parts {
  db: Queryable;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Throws IdentityError EMAIL_EXISTS, INVALID_EMAIL or WEAK_PASSWORD. */
export async function createAccount(
  parts: Parts,
  passwords: Passwords,
  credentials: { email: unknown; password: unknown },
): Promise<Account> {
  const email = readEmail(credentials.email);
  const passwordHash = await passwords.hash(readNewPassword(credentials.password));
  const account = await insert(parts, email, passwordHash);
  if (!account) throw new IdentityError("EMAIL_EXISTS");
  return account;
}

/** Creates an account without a password. Returns undefined when the lower-cased email has an account. */
export const insertGoogleAccount = (parts: Parts, email: string) => insert(parts, email, null);

async function insert({ db, now }: Parts, email: string, passwordHash: string | null): Promise<Account | undefined> {
  const createdAt = now();
  const account: Account = {
    uid: randomBytes(21).toString("base64url"),
    email,
    passwordHash,
    emailVerified: false,
    validSince: Math.floor(createdAt / 1000),
    keptSession: null,
    disabled: false,
    createdAt,
    lastLoginAt: null,
  };
  return (await insertAccount(db, account)) ? account : undefined;
}
