import { useEffect, useId } from "react";
import { RegistrationForm as schema } from "../../../contract/rules/validation.ts";
import { IdentityError } from "../../identity/identity.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { CheckboxField } from "../../ui/CheckboxField.tsx";
import { FormError } from "../../ui/FormError.tsx";
import { StatusLine } from "../../ui/StatusLine.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { EmailField } from "../../ui/EmailField.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { changedFields } from "../../ui/changed-fields.ts";
import { submitMark } from "../../ui/early-submit.ts";
import { useForm } from "../../ui/use-form.ts";
import { useSlowSubmit } from "../../app/use-slow-submit.ts";
import { lazyImport } from "../../app/lazy-import.ts";
import { checkServer, formSentence, visitorMessage } from "./form-message.ts";
import styles from "./Form.module.css";
import { PrivacyPolicy } from "./PrivacyPolicy.tsx";
import { forgetTyped, keepTyped, readRegistration, readTyped } from "./stored-registration.ts";
import { usePreloadOnFocus } from "./preload-on-focus.ts";
import { useVisitor } from "./visitor-context.ts";

type Props = { artist: boolean; onRegistered: (email: string) => void };

const loadRegister = () => lazyImport(() => import("./register.ts"));

/** The registration form of listeners and artists (specification 3.4, 8.5), prefilled with what was typed, or sent, before. */
export function RegistrationForm({ artist, onRegistered }: Props) {
  const { open, toaster } = useVisitor();
  const { form, field, values, valid, error, errors, submitting } = useForm({
    schema,
    initial,
    prefill: begunEarlier,
    async onSubmit({ confirm: _confirm, privacy: _privacy, ...values }) {
      try {
        const [{ app }, { register }] = await Promise.all([open(), loadRegister()]);
        if (await register(app, { ...values, artist })) onRegistered(values.email);
        return {};
      } catch (failure) {
        const sentence = formSentence(failure);
        toaster.warning(sentence);
        // The toast disappears; the form keeps it.
        return isTaken(failure) ? { email: sentence } : { "": await visitorMessage(failure, open) };
      }
    },
  });
  const slow = useSlowSubmit(submitting, () => checkServer(open));
  const isBegun = Object.keys(changedFields(initial, values)).length > 0;
  useEffect(() => {
    // The first values are those of the prerendered form.
    if (values === initial) return;
    if (isBegun) keepTyped(values);
    else forgetTyped();
  }, [values, isBegun]);
  const missingId = useId();
  usePreloadOnFocus(form.ref, loadRegister);
  return (
    <form {...form} className={styles.form}>
      <input {...submitMark} />
      <div className={styles.pair}>
        <TextField {...field("firstName")} label={texts.auth.name} autoComplete="given-name" />
        <TextField {...field("lastName")} label={texts.auth.surname} autoComplete="family-name" />
      </div>
      <EmailField {...field("email")} label={texts.auth.email} />
      <PasswordField
        {...field("password")}
        label={texts.auth.password}
        autoComplete="new-password"
        hint={texts.auth.passwordHint}
      />
      <PasswordField {...field("confirm")} label={texts.auth.confirm} autoComplete="new-password" />
      <div className={styles.checks}>
        <CheckboxField {...field("privacy")} label={texts.auth.privacy} required />
        <PrivacyPolicy />
        <CheckboxField {...field("newsletter")} label={texts.auth.newsletter} hint={texts.auth.newsletterHint} />
      </div>
      <FormError>{error}</FormError>
      <StatusLine>{slow}</StatusLine>
      <div className={styles.actions}>
        <Button
          {...forgetful}
          type="submit"
          variant="main"
          disabled={!valid}
          busy={submitting}
          aria-describedby={valid ? undefined : missingId}
        >
          {texts.auth.register}
        </Button>
        <p id={missingId} className={styles.missing} data-met={valid || undefined}>
          {isBegun && errors !== undefined ? texts.auth.stillNeeded(namesIn(errors)) : texts.auth.registerMissing}
        </p>
      </div>
    </form>
  );
}

/** Firefox would give back at a reload that it could be pressed; no type of a button's attributes knows this one. */
const forgetful = { autoComplete: "off" };

/** What the form still waits for, as its fields are named. */
function namesIn(errors: { [K in keyof typeof initial]?: string | undefined }): string[] {
  const names = [
    [errors.firstName, texts.auth.name],
    [errors.lastName, texts.auth.surname],
    [errors.email, texts.auth.email],
    [errors.password, texts.auth.password],
    [errors.confirm, texts.auth.confirm],
    [errors.privacy, texts.auth.policyAccepted],
  ] as const;
  return names.flatMap(([message, name]) => (message === undefined ? [] : [name]));
}

const initial = {
  firstName: "",
  lastName: "",
  email: "",
  password: "",
  confirm: "",
  privacy: false,
  newsletter: false,
};

function begunEarlier() {
  const stored = readTyped() ?? readRegistration(localStorage, Date.now());
  if (stored === undefined) return {};
  const { firstName, lastName, email, newsletter } = stored;
  return { firstName, lastName, email, newsletter };
}

const isTaken = (failure: unknown) =>
  failure instanceof Error &&
  failure.cause instanceof IdentityError &&
  failure.cause.code === "auth/email-already-in-use";
