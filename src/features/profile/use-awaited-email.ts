/** Looks whether a mailed link has changed the email meanwhile, on whatever device it was opened (specification 2.25). */
import { useEffect } from "react";
import { useApp } from "../../app/app-context.ts";

/** As long as it is awaited; milliseconds. */
const lookEveryMs = 30_000;

/** A new token carries the new email, which `syncEmail` copies to the profile. */
export function useAwaitedEmail(isAwaited: boolean): void {
  const app = useApp();
  useEffect(() => {
    if (!isAwaited) return undefined;
    const look = async () => {
      if (document.hidden || !app.online.get()) return;
      await (await app.identity()).token(true);
    };
    // Of a network that goes, and of a sign-in that has ended, others tell.
    const lookNow = () => void look().catch(() => {});
    const timer = setInterval(lookNow, lookEveryMs);
    document.addEventListener("visibilitychange", lookNow);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", lookNow);
    };
  }, [app, isAwaited]);
}
