import { PasswordResetForm as schema } from "../../../contract/rules/validation.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { FormError } from "../../ui/FormError.tsx";
import { StatusLine } from "../../ui/StatusLine.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { useForm } from "../../ui/use-form.ts";
import { useSlowSubmit } from "../../app/use-slow-submit.ts";
import { checkServer, visitorMessage } from "./form-message.ts";
import styles from "./Form.module.css";
import { LinkError, type MailedLink, resetPassword } from "./mailed-link.ts";
import { useVisitor } from "./visitor-context.ts";

type Props = {
  link: MailedLink;
  onSaved: () => void;
  /** The link was used or expired while the form was open. */
  onBroken: (sentence: string) => void;
};

/** Sets a new password after a reset link. */
export function ResetForm({ link, onSaved, onBroken }: Props) {
  const { open, toaster } = useVisitor();
  const { form, field, error, submitting } = useForm({
    schema,
    initial: { newPassword: "", confirm: "" },
    async onSubmit({ newPassword }) {
      try {
        const isOfAnother = await resetPassword((await open()).app, link, newPassword);
        // Who goes on in an account of their own has to read whose password it was.
        toaster.success(isOfAnother ? texts.recovery.savedFor(link.email) : texts.recovery.saved);
      } catch (failure) {
        if (failure instanceof LinkError && failure.isFinal) onBroken(failure.message);
        return { "": await visitorMessage(failure, open) };
      }
      onSaved();
      return {};
    },
  });
  const slow = useSlowSubmit(submitting, () => checkServer(open));
  return (
    <form {...form} className={styles.form}>
      {/* For password managers: the account of this password. */}
      <input type="email" autoComplete="username" value={link.email} readOnly hidden />
      <PasswordField
        {...field("newPassword")}
        label={texts.recovery.newPassword}
        autoComplete="new-password"
        hint={texts.auth.passwordHint}
        data-autofocus=""
      />
      <PasswordField {...field("confirm")} label={texts.auth.confirm} autoComplete="new-password" />
      <FormError>{error}</FormError>
      <StatusLine>{slow}</StatusLine>
      <Button type="submit" variant="main" busy={submitting}>
        {texts.recovery.save}
      </Button>
    </form>
  );
}
