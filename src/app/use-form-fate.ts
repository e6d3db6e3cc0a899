import { useEffect, useRef } from "react";
import { texts } from "../texts/texts.ts";
import { useApp } from "./app-context.ts";

/** What has become of a form while it waited for an answer. */
interface FormFate {
  /** It still stands there; else a toast alone can tell of a failure (specification 9.3). */
  isShown(): boolean;
  /** Says that something went wrong, unless the account was signed out: who is there now is told nothing. */
  toastFailure(): void;
}

/** @returns a function that begins to watch, for the account that is open by then */
export function useFormFate(): () => FormFate {
  const app = useApp();
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return () => {
    const account = app.account();
    return {
      isShown: () => shown.current,
      toastFailure() {
        if (app.account() === account) app.toaster.failure(texts.app.failed);
      },
    };
  };
}
