import { useEffect, useState, useSyncExternalStore } from "react";
import type { Config } from "../../../contract/config.ts";
import { texts } from "../../texts/en.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyImport } from "../../app/lazy-import.ts";
import styles from "./Form.module.css";
import { errorSentence } from "./error-sentence.ts";
import type { SignInResult } from "./sign-in.ts";
import { loadIdentity } from "./preload-on-focus.ts";
import { useVisitor } from "./visitor-context.ts";

type Props = {
  onDone: (result: SignInResult) => void;
  /** Undefined when a new try begins (specification 3.3.4). */
  onError: (sentence: string | undefined) => void;
};

const loadSignIn = () => lazyImport(() => import("./sign-in.ts"));
const offers = ({ identity }: Config) => identity.kind === "firebase" || identity.google === "demo";

/** Only where the site offers Google (specification 16.20). Its place is kept until that is known, unless the document says it. */
export function GoogleButton({ onDone, onError }: Props) {
  const { open } = useVisitor();
  const [busy, setBusy] = useState(false);
  const isOffered = useOffered();
  if (isOffered === false) return null;

  // The popup opens only while the press still counts for the browser: what it needs is loaded before.
  const prepare = () => void Promise.all([loadSignIn(), loadIdentity(open)]).catch(() => {});
  const press = async () => {
    setBusy(true);
    onError(undefined);
    try {
      const [{ app }, { signInWithGoogle }] = await Promise.all([open(), loadSignIn()]);
      onDone(await signInWithGoogle(app));
    } catch (failure) {
      onError(errorSentence(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      className={isOffered === undefined ? styles.unknown : undefined}
      busy={busy}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => void press()}
    >
      {texts.auth.loginWithGoogle}
    </Button>
  );
}

const noChanges = () => () => {};

/** Undefined until the server or an earlier visit has said it. */
function useOffered(): boolean | undefined {
  const { config } = useVisitor();
  // What is rendered at build knows no site.
  const kept = useSyncExternalStore(noChanges, config.current, () => undefined);
  const [answer, setAnswer] = useState<Config>();
  useEffect(() => {
    let isGone = false;
    // What was kept may be of before the site changed.
    config.refresh().then(
      (now) => isGone || setAnswer(now),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [config]);
  const known = answer ?? kept;
  return known && offers(known);
}
