import { useEffect, useState } from "react";
import { texts } from "../../texts/texts.ts";
import { formSentence } from "./form-message.ts";
import { checkLink, LinkError, type MailedLink } from "./mailed-link.ts";
import { useVisitor } from "./visitor-context.ts";

type LinkState =
  | { is: "checking" }
  | { is: "ready"; link: MailedLink }
  /** The link cannot be used. */
  | { is: "broken"; sentence: string }
  /** It could not be checked now. */
  | { is: "unchecked"; sentence: string };

/** Asks what a mailed link is for. */
export function useMailedLink(code: string): {
  state: LinkState;
  retry: () => void;
  onBroken: (sentence: string) => void;
} {
  const { open } = useVisitor();
  const [state, setState] = useState<LinkState>(() =>
    code === "" ? { is: "broken", sentence: texts.recovery.incomplete } : { is: "checking" },
  );
  const isChecking = state.is === "checking";
  useEffect(() => {
    if (!isChecking) return;
    let isGone = false;
    const show = (next: LinkState) => void (isGone || setState(next));
    open()
      .then(({ app }) => checkLink(app, code))
      .then(
        (link) => show({ is: "ready", link }),
        (error: unknown) => {
          const isFinal = error instanceof LinkError && error.isFinal;
          show({ is: isFinal ? "broken" : "unchecked", sentence: formSentence(error) });
        },
      );
    return () => {
      isGone = true;
    };
  }, [open, code, isChecking]);
  return {
    state,
    retry: () => setState({ is: "checking" }),
    onBroken: (sentence) => setState({ is: "broken", sentence }),
  };
}
