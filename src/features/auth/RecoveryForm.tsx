import { RecoveryForm as schema } from "../../../contract/rules/validation.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { FormError } from "../../ui/FormError.tsx";
import { StatusLine } from "../../ui/StatusLine.tsx";
import { EmailField } from "../../ui/EmailField.tsx";
import { useForm } from "../../ui/use-form.ts";
import { useSlowSubmit } from "../../app/use-slow-submit.ts";
import { lazyImport } from "../../app/lazy-import.ts";
import styles from "./Form.module.css";
import { checkServer, visitorMessage } from "./form-message.ts";
import { usePreloadOnFocus } from "./preload-on-focus.ts";
import { useIsShown } from "../../ui/use-is-shown.ts";
import { useVisitor } from "./visitor-context.ts";

type Props = {
  email: string;
  /** Not called once the form was left. */
  onSent: (email: string) => void;
  /** Called with what is typed. */
  onEmail?: (email: string) => void;
  /** Absent where there is nothing to go back to. */
  onBack?: () => void;
};

const loadRecovery = () => lazyImport(() => import("./mailed-link.ts"));

/** Asks for a mail with a reset link; answers alike for known and unknown addresses (specification 2.23, 3.3.2). */
export function RecoveryForm({ email, onSent, onEmail, onBack }: Props) {
  const { open, toaster } = useVisitor();
  const isShown = useIsShown();
  const { form, field, error, submitting } = useForm({
    schema,
    initial: { email },
    async onSubmit(form) {
      try {
        const [{ app }, { recoverPassword }] = await Promise.all([open(), loadRecovery()]);
        await recoverPassword(app, form.email);
      } catch (failure) {
        return { "": await visitorMessage(failure, open) };
      }
      toaster.success(texts.recovery.sent);
      if (isShown()) onSent(form.email);
      return {};
    },
  });
  const slow = useSlowSubmit(submitting, () => checkServer(open));
  usePreloadOnFocus(form.ref, loadRecovery);
  const typed = field("email");
  const type = (to: string) => {
    typed.onValue(to);
    onEmail?.(to);
  };
  return (
    <form {...form} className={styles.form}>
      <EmailField {...typed} onValue={type} label={texts.auth.email} data-autofocus="" />
      <FormError>{error}</FormError>
      <StatusLine>{slow}</StatusLine>
      <div className={styles.actions}>
        <Button type="submit" variant="main" busy={submitting}>
          {texts.recovery.submit}
        </Button>
        {onBack && (
          <Button variant="plain" onClick={onBack}>
            {texts.recovery.goBack}
          </Button>
        )}
      </div>
    </form>
  );
}
