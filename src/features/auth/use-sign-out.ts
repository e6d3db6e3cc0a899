import { useEffect, useRef, useState } from "react";
import { texts } from "../../texts/texts.ts";
import { useApp } from "../../app/app-context.ts";
import { nextTask } from "../../lib/yield-to-event-loop.ts";
import { readSession } from "./session.ts";
import { countUnsent, followUnsent, signOut, type Unsent, type UnsentChoice } from "./sign-out.ts";

/**
 * Signs the user out: at once if nothing is unsent, else after a question (specification 2.21).
 * @param onSignedOut called after the sign-out, to navigate to /login
 */
export function useSignOut(onSignedOut: () => void) {
  const app = useApp();
  const [unsent, setUnsent] = useState<Unsent>();
  const isAsking = useRef(false);
  const unwanted = useRef(new AbortController());
  const isFollowed = unsent !== undefined && !unsent.isUnknown;
  useEffect(() => {
    if (!isFollowed) return;
    // What gets through meanwhile is no longer asked about.
    return followUnsent(app, (count) => setUnsent((before) => before && count));
  }, [app, isFollowed]);

  /** Returns the number of changes that could not be sent; unless it is 0, nothing was done. */
  const leave = async (choice: UnsentChoice): Promise<number> => {
    const { signal } = unwanted.current;
    const uid = readSession(app.queryClient)?.uid;
    try {
      const left = await signOut(app, choice, signal);
      if (left > 0) return left;
      app.toaster.success(texts.auth.loggedOut);
    } catch (error) {
      if (error === signal.reason) return 0;
      console.error(error);
      // What failed may be the sending, before anything else was done.
      const isSignedIn = readSession(app.queryClient)?.uid === uid;
      app.toaster.failure(isSignedIn ? texts.app.failed : texts.auth.signOutFailed);
    }
    // The end of the wipe is a long task of its own.
    await nextTask();
    if (readSession(app.queryClient) === null) onSignedOut();
    return 0;
  };

  const ask = async () => {
    // A storage that hangs is waited for.
    if (isAsking.current) return;
    isAsking.current = true;
    const count = await countUnsent(app).finally(() => (isAsking.current = false));
    if (count.isUnknown || count.changes + count.plays > 0) setUnsent(count);
    else await leave("discard");
  };

  /** Cancels the sign-out, not the sending of changes. */
  const cancel = () => {
    unwanted.current.abort();
    unwanted.current = new AbortController();
    setUnsent(undefined);
  };

  return { ask: () => void ask(), leave, unsent, cancel };
}
