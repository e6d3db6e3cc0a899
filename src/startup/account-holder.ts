/** The one account that is open in this page. */
import type { Account } from "../sync/account-session.ts";

export interface AccountHolder {
  /** The open account; undefined before it is open and after it was closed. */
  now(): Account | undefined;
  /** Opens it, or answers the open one; another one is closed. A try that failed is made again at the next call. */
  open(uid: string): Promise<Account>;
  /** Ends what runs for it; what is stored stays. */
  close(): void;
}

export function createAccountHolder(open: (uid: string) => Promise<Account>): AccountHolder {
  let held: { uid: string; opening: Promise<Account>; now?: Account } | undefined;

  const close = () => {
    if (held?.now !== undefined) end(held.now);
    held = undefined;
  };

  return {
    now: () => held?.now,
    open(uid) {
      if (held?.uid === uid) return held.opening;
      close();
      const mine: NonNullable<typeof held> = {
        uid,
        opening: open(uid).then(
          (account) => {
            if (held === mine) return (mine.now = account);
            end(account);
            throw new Error("The account was closed before it was open");
          },
          (error: unknown) => {
            if (held === mine) held = undefined;
            throw error;
          },
        ),
      };
      held = mine;
      return mine.opening;
    },
    close,
  };
}

function end(account: Account): void {
  account.stop();
  account.db.close({ disableAutoOpen: true });
}
