import { PasswordChangeForm as schema } from "../../../contract/rules/validation.ts";
import { useApp } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { FormError } from "../../ui/FormError.tsx";
import { StatusLine } from "../../ui/StatusLine.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { useForm } from "../../ui/use-form.ts";
import { useSlowSubmit } from "../../app/use-slow-submit.ts";
import { changePassword } from "./account-flows.ts";
import { FormButtons } from "./FormButtons.tsx";
import styles from "./Profile.module.css";
import { useOwnerForm } from "./use-owner-form.ts";

/** Changes the password (specification 2.24, 8.10). Nothing of it is stored; what was typed stays until it is saved. */
export function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const app = useApp();
  const save = useOwnerForm({ toastsFailure: true });
  const { form, field, error, submitting } = useForm({
    schema,
    carry: "password",
    initial: { currentPassword: "", newPassword: "", confirm: "" },
    onSubmit: (values) =>
      save(async () => {
        await changePassword(app, values);
        app.toaster.success(texts.recovery.saved);
      }, onClose),
  });
  const slow = useSlowSubmit(submitting, () => app.online.check());
  return (
    <form {...form} className={styles.form} aria-label={texts.profile.changePassword}>
      {/* For password managers: whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...field("currentPassword")}
        label={texts.profile.currentPassword}
        autoComplete="current-password"
      />
      <PasswordField
        {...field("newPassword")}
        label={texts.recovery.newPassword}
        autoComplete="new-password"
        hint={texts.auth.passwordHint}
      />
      <PasswordField {...field("confirm")} label={texts.auth.confirm} autoComplete="new-password" />
      <FormError>{error}</FormError>
      <StatusLine>{slow}</StatusLine>
      <FormButtons submit={texts.profile.savePassword} busy={submitting} onCancel={onClose} />
    </form>
  );
}
