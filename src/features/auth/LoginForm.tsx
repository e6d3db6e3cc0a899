import { useState, useSyncExternalStore } from "react";
import * as v from "valibot";
import { LoginForm as Credentials } from "../../../contract/rules/validation.ts";
import type { Me } from "../../../contract/users.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { FormError } from "../../ui/FormError.tsx";
import { StatusLine } from "../../ui/StatusLine.tsx";
import type { Message } from "../../ui/message.ts";
import type { Persistence } from "../../identity/identity.ts";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { EmailField } from "../../ui/EmailField.tsx";
import { submitMark } from "../../ui/early-submit.ts";
import { useForm } from "../../ui/use-form.ts";
import { useSlowSubmit } from "../../app/use-slow-submit.ts";
import { earlyPress, useEarlyPress } from "../../app/early-press.ts";
import { lazyImport } from "../../app/lazy-import.ts";
import styles from "./Form.module.css";
import { checkServer, visitorMessage } from "./form-message.ts";
import type { Incomplete, SignInResult } from "./sign-in.ts";
import { GoogleButton } from "./GoogleButton.tsx";
import { usePreloadOnFocus } from "./preload-on-focus.ts";
import { persistenceOf, readPersistence, writePersistence } from "./session-key.ts";
import { useVisitor } from "./visitor-context.ts";

type Props = {
  /** Filled in after a registration or a lost session. */
  email: string;
  onSignedIn: (me: Me) => void;
  /** The account has no profile yet (specification 2.12). */
  onIncomplete: (user: Incomplete) => void;
  /** Receives the email as typed so far. */
  onForgot: (email: string) => void;
};

const persistences: readonly Persistence[] = ["local", "session", "none"];
const schema = v.object({ ...Credentials.entries, keep: v.string() });

const loadSignIn = () => lazyImport(() => import("./sign-in.ts"));
const noChanges = () => () => {};
const isPage = () => true;
const isBuild = () => false;

/** Signs in with email and password, or Google (specification 3.3). Loads the flow when the form is first touched. */
export function LoginForm({ email, onSignedIn, onIncomplete, onForgot }: Props) {
  const { open } = useVisitor();
  const [googleError, setGoogleError] = useState<Message>();
  const onDone = (result: SignInResult | undefined) => {
    if (result === undefined) return;
    if ("signedIn" in result) onSignedIn(result.signedIn);
    else onIncomplete(result.incomplete);
  };
  const { form, field, values, error, submitting, set } = useForm({
    schema,
    initial: { email: "", password: "", keep: "local" },
    prefill: () => ({ email, keep: readPersistence() }),
    async onSubmit({ keep, ...values }) {
      setGoogleError(undefined);
      try {
        // Also a choice made before the script ran.
        writePersistence(persistenceOf(keep));
        const [{ app }, { signIn }] = await Promise.all([open(), loadSignIn()]);
        app.toaster.leaveScreen();
        onDone(await signIn(app, values));
        return {};
      } catch (failure) {
        return { "": await visitorMessage(failure, open) };
      }
    },
  });
  const slow = useSlowSubmit(submitting, () => checkServer(open));
  const keep = persistenceOf(values.keep);
  usePreloadOnFocus(form.ref, loadSignIn);
  // What was typed before the script ran is in the field only.
  useEarlyPress("forgot", () => onForgot(String(new FormData(form.ref.current ?? undefined).get("email") ?? "")));
  const isHydrated = useSyncExternalStore(noChanges, isPage, isBuild);
  return (
    <form {...form} className={styles.form}>
      <input {...submitMark} />
      <EmailField {...field("email")} label={texts.auth.email} />
      <PasswordField
        {...field("password")}
        label={texts.auth.password}
        autoComplete="current-password"
        // The field left to fill in.
        data-autofocus={email === "" ? undefined : ""}
      />
      <Button
        variant="plain"
        small
        className={styles.forgot}
        onClick={() => onForgot(values.email)}
        // Replays a press from before the script ran; later presses need no record.
        {...(!isHydrated && earlyPress("forgot"))}
      >
        {texts.recovery.forgot}
      </Button>
      <SelectField
        {...field("keep")}
        label={texts.auth.keepSignedIn}
        hint={keep === "local" ? undefined : texts.auth.keepHint[keep]}
        options={persistences.map((value) => ({ value, label: texts.auth.keepOptions[value] }))}
        onValue={(value) => {
          set("keep", value);
          try {
            writePersistence(persistenceOf(value));
          } catch {
            // The form keeps it; the sign-in tries again, and says so.
          }
        }}
      />
      <FormError>{googleError ?? error}</FormError>
      <StatusLine>{slow}</StatusLine>
      <Button type="submit" variant="main" busy={submitting}>
        {texts.auth.login}
      </Button>
      <GoogleButton onStart={() => writePersistence(keep)} onDone={onDone} onError={setGoogleError} />
    </form>
  );
}
