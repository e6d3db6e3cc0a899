import { useRef, useState } from "react";
import { texts } from "../../texts/en.ts";
import { useApp } from "../../app/app-context.ts";
import { readSession } from "./session.ts";
import { countUnsent, signOut, type Unsent, type UnsentChoice } from "./sign-out.ts";

/**
 * Signing out by the user (specification 2.21): at once when nothing waits, else after the question.
 * @param onSignedOut nobody is signed in any more; to be left for /login
 */
export function useSignOut(onSignedOut: () => void) {
  const app = useApp();
  const [unsent, setUnsent] = useState<Unsent>();
  const unwanted = useRef(new AbortController());

  /** Answers how many changes could not be sent; then nothing was done. */
  const leave = async (choice: UnsentChoice): Promise<number> => {
    const { signal } = unwanted.current;
    try {
      const left = await signOut(app, choice, signal);
      if (left > 0) return left;
      app.toaster.success(texts.auth.loggedOut);
    } catch (error) {
      if (error === signal.reason) return 0;
      console.error(error);
      app.toaster.failure(texts.auth.signOutFailed);
    }
    if (readSession(app.queryClient) === null) onSignedOut();
    return 0;
  };

  const ask = async () => {
    try {
      const count = await countUnsent(app);
      if (count.changes + count.plays > 0) setUnsent(count);
      else await leave("discard");
    } catch (error) {
      console.error(error);
      app.toaster.failure(texts.app.failed);
    }
  };

  /** Also while changes are being sent, which goes on without the sign-out. */
  const cancel = () => {
    unwanted.current.abort();
    unwanted.current = new AbortController();
    setUnsent(undefined);
  };

  return { ask: () => void ask(), leave, unsent, cancel };
}
