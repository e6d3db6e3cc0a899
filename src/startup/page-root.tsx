import { Fragment, type ReactNode, StrictMode, useEffect, useSyncExternalStore } from "react";
import { language } from "../app/language.ts";
import { afterPaint } from "../lib/after-paint.ts";
import { Toasts } from "../routes/Toasts.tsx";
import { noteFocus } from "./note-focus.ts";
import { noteShelves } from "./note-shelves.ts";
import { carryState } from "../ui/carried-state.ts";
import type { Toaster } from "../ui/toaster.ts";

/** The page's root element. Toasts survive the switch from a visitor's screen to the app. */
export const pageOf = (content: ReactNode, toaster: Toaster): ReactNode => (
  <StrictMode>
    <Page {...{ content, toaster }} />
  </StrictMode>
);

/**
 * Mounts its content again in another language: the words are read while rendering. What was typed stays, and so do the
 * focus and the places of the shelves.
 */
function Page({ content, toaster }: { content: ReactNode; toaster: Toaster }) {
  const spoken = useSyncExternalStore(language.subscribe, language.get, language.get);
  useEffect(
    () =>
      language.subscribe(() => {
        carryState();
        // By then it stands there again.
        afterPaint(noteFocus());
        afterPaint(noteShelves());
      }),
    [],
  );
  return (
    <Toasts toaster={toaster}>
      <Fragment key={spoken}>{content}</Fragment>
    </Toasts>
  );
}
