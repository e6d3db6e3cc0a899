import { type RefObject, useEffect, useRef } from "react";
import { useApp } from "./app.ts";

/**
 * Loads the provider's package and the flow of a form when the form is first touched, not before: the first paint of a
 * visitor's screen carries neither. Only a head start: submitting asks again and tells what failed.
 */
export function useHeadStart(loadFlow: () => Promise<unknown>): RefObject<HTMLFormElement | null> {
  const { identity } = useApp();
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const begin = () => {
      loadFlow().catch(() => {});
      identity().catch(() => {});
    };
    const form = ref.current;
    form?.addEventListener("focusin", begin, { once: true });
    return () => form?.removeEventListener("focusin", begin);
  }, [identity, loadFlow]);
  return ref;
}
