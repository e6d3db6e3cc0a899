/** The demo accounts' passwords are public: outside a local demo they open nothing (specification 16.19). */
import { readNewPassword } from "./accounts.ts";
import type { OperationContext } from "./context.ts";
import { IdentityError } from "./identity-error.ts";

/** Whether a password opens nothing for this caller. */
export const isClosed = ({ demo }: Pick<OperationContext, "demo">, password: string): boolean =>
  !demo.isOn && demo.isPublished(password);

/** Reads the password that somebody chooses: not one that would never let them in. Throws as `readNewPassword`. */
export function readOwnPassword(context: Pick<OperationContext, "demo">, given: unknown): string {
  const password = readNewPassword(given);
  if (!isClosed(context, password)) return password;
  const sentence = "This password is public, it belongs to a demo account. Choose another one";
  throw new IdentityError("WEAK_PASSWORD", { sentence });
}
