/** Looks whether a mailed link has changed the email meanwhile, on whatever device it was opened (specification 2.25). */
import { useEffect } from "react";
import { useAccount, useApp } from "../../app/app-context.ts";
import { emailIn } from "../../identity/token-email.ts";
import { syncEmail } from "../auth/sync-email.ts";

/** As long as it is awaited; milliseconds. */
const lookEveryMs = 30_000;

/** A new token carries the new email, which `syncEmail` copies to the profile. */
export function useAwaitedEmail(isAwaited: boolean): void {
  const app = useApp();
  const { uid } = useAccount();
  useEffect(() => {
    if (!isAwaited) return undefined;
    const look = async () => {
      if (document.hidden || !app.online.get()) return;
      const token = await (await app.identity()).token(true);
      const email = token === null ? undefined : emailIn(token);
      // The observer hears of an email once; copying it may have failed then.
      if (email !== undefined) await syncEmail(app, { uid, email });
    };
    // Of a network that goes, and of a sign-in that has ended, others tell.
    const lookNow = () => void look().catch(() => {});
    const timer = setInterval(lookNow, lookEveryMs);
    document.addEventListener("visibilitychange", lookNow);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", lookNow);
    };
  }, [app, uid, isAwaited]);
}
