/** Holds the one account that this page has open. */
import type { Account } from "../sync/account-session.ts";

interface AccountHolder {
  /** The open account; undefined before it is open and after it was closed. */
  now(): Account | undefined;
  /** Opens the account, or returns it if it is open already. Closes any other. A failed attempt can be repeated. */
  open(uid: string): Promise<Account>;
  /** Stops everything that runs for the account. Its stored data stays. */
  close(): void;
}

export function createAccountHolder(open: (uid: string) => Promise<Account>): AccountHolder {
  let current: { uid: string; opening: Promise<Account>; now?: Account } | undefined;

  const close = () => {
    if (current?.now !== undefined) end(current.now);
    current = undefined;
  };

  return {
    now: () => current?.now,
    open(uid) {
      if (current?.uid === uid) return current.opening;
      close();
      const entry: NonNullable<typeof current> = {
        uid,
        opening: open(uid).then(
          (account) => {
            if (current === entry) return (entry.now = account);
            end(account);
            throw new Error("The account was closed while it was opening");
          },
          (error: unknown) => {
            if (current === entry) current = undefined;
            throw error;
          },
        ),
      };
      current = entry;
      return entry.opening;
    },
    close,
  };
}

function end(account: Account): void {
  account.stop();
  account.db.close({ disableAutoOpen: true });
}
