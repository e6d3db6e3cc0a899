import { type SetStateAction, useState } from "react";
import { EmailChangeForm as schema } from "../../../contract/rules/validation.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { FormError } from "../../ui/FormError.tsx";
import { StatusLine } from "../../ui/StatusLine.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { EmailField } from "../../ui/EmailField.tsx";
import { useForm } from "../../ui/use-form.ts";
import { useSlowSubmit } from "../../app/use-slow-submit.ts";
import { changeEmail } from "./account-flows.ts";
import { FormButtons } from "./FormButtons.tsx";
import styles from "./Profile.module.css";
import { useOwnerForm } from "./use-owner-form.ts";

type Props = {
  /** The present one. */
  email: string;
  /** The new one, as typed before the form was folded away. */
  draft: string;
  onDraft: (email: SetStateAction<string>) => void;
  /** A link was sent to the new address, which counts once it is opened. */
  onMailed: (email: string) => void;
  onClose: () => void;
};

/** Changes the email (specification 2.25, 8.11). */
export function EmailForm({ email, draft, onDraft, onMailed, onClose }: Props) {
  const app = useApp();
  const { uid } = useAccount();
  const save = useOwnerForm();
  const [initial] = useState({ newEmail: draft, currentPassword: "" });
  const { form, field, error, submitting } = useForm({
    schema,
    carry: "email",
    initial,
    onSubmit(values) {
      if (values.newEmail.toLowerCase() === email.toLowerCase()) return { newEmail: texts.profile.sameEmail };
      return save(async () => {
        const change = await changeEmail(app, uid, values);
        // The toast of a complete change is that of `syncEmail`, which also comes by a mailed link.
        if (change === "mailed") {
          app.toaster.success(texts.profile.checkMailbox);
          onMailed(values.newEmail);
        } else if (change === "unsaved") app.toaster.info(texts.profile.emailFollows);
        // It may have been folded, opened again, and be about another one by now.
        onDraft((present) => (present.trim() === values.newEmail ? "" : present));
      }, onClose);
    },
  });
  const slow = useSlowSubmit(submitting, () => app.online.check());
  const { onValue, ...newEmail } = field("newEmail");
  function discard(): void {
    onDraft("");
    onClose();
  }
  return (
    <form {...form} className={styles.form} aria-label={texts.profile.changeEmail}>
      <EmailField
        {...newEmail}
        label={texts.profile.newEmail}
        autoComplete="email"
        onValue={(value) => {
          onValue(value);
          onDraft(value);
        }}
      />
      <PasswordField
        {...field("currentPassword")}
        label={texts.profile.currentPassword}
        autoComplete="current-password"
      />
      <FormError>{error}</FormError>
      <StatusLine>{slow}</StatusLine>
      <FormButtons submit={texts.profile.saveEmail} busy={submitting} onCancel={discard} />
    </form>
  );
}
