import { type RefObject, useEffect } from "react";
import { useVisitor, type Visitor } from "./visitor-context.ts";

/**
 * Loads the app, the provider's package and the flow of a form when the form is first touched, not before: the first paint of a
 * visitor's screen carries neither. Only a head start: submitting asks again and tells what failed.
 */
export function usePreloadOnFocus(ref: RefObject<HTMLFormElement | null>, loadFlow: () => Promise<unknown>): void {
  const { open } = useVisitor();
  useEffect(() => {
    const begin = () => void Promise.all([loadFlow(), loadIdentity(open)]).catch(() => {});
    const form = ref.current;
    // Touched before its script came.
    if (form?.contains(document.activeElement) || form?.matches("[data-early]")) begin();
    form?.addEventListener("focusin", begin, { once: true });
    return () => form?.removeEventListener("focusin", begin);
  }, [ref, open, loadFlow]);
}

/** The package beside the app instead of after it. */
export async function loadIdentity(open: Visitor["open"]): Promise<void> {
  const [{ app }] = await Promise.all([open(), import("../../identity/firebase.ts")]);
  await app.identity();
}
