import { useEffect, useState, useSyncExternalStore } from "react";
import type { Config } from "../../../contract/config.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import type { Message } from "../../ui/message.ts";
import { lazyImport } from "../../app/lazy-import.ts";
import styles from "./Form.module.css";
import { visitorMessage } from "./form-message.ts";
import type { SignInResult } from "./sign-in.ts";
import { loadIdentity } from "./preload-on-focus.ts";
import { useVisitor } from "./visitor-context.ts";

type Props = {
  /** May throw. */
  onStart: () => void;
  /** With undefined if somebody else has signed in meanwhile. */
  onDone: (result: SignInResult | undefined) => void;
  /** Undefined when a new attempt starts (specification 3.3.4). */
  onError: (message: Message | undefined) => void;
};

const loadSignIn = () => lazyImport(() => import("./sign-in.ts"));
const loadPopup = () => import("../../identity/google-sign-in.ts");
const offers = ({ identity }: Config) => identity.kind === "firebase" || identity.google === "demo";

/**
 * Shown only if the site offers Google (specification 16.20). Its space is reserved until that is known, unless the
 * document says so.
 */
export function GoogleButton({ onStart, onDone, onError }: Props) {
  const { open } = useVisitor();
  const [busy, setBusy] = useState(false);
  const isOffered = useOffered();
  if (isOffered === false) return null;

  // Preloads what the popup needs: the browser blocks a popup that opens long after the press.
  const prepare = () => void Promise.all([loadSignIn(), loadIdentity(open), loadPopup()]).catch(() => {});
  const press = async () => {
    setBusy(true);
    onError(undefined);
    try {
      onStart();
      const [{ app }, { signInWithGoogle }] = await Promise.all([open(), loadSignIn()]);
      onDone(await signInWithGoogle(app));
    } catch (failure) {
      onError(await visitorMessage(failure, open));
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

/** Undefined until known from the server or an earlier visit. */
function useOffered(): boolean | undefined {
  const { config } = useVisitor();
  // The prerendered form knows no site.
  const kept = useSyncExternalStore(noChanges, config.current, () => undefined);
  const [answer, setAnswer] = useState<Config>();
  useEffect(() => {
    let isGone = false;
    // The stored answer may be outdated.
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
