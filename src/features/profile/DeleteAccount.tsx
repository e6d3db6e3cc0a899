import { useRouter } from "@tanstack/react-router";
import { useEffect, useId, useState } from "react";
import * as v from "valibot";
import { PasswordProofForm } from "../../../contract/rules/validation.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FormError } from "../../ui/FormError.tsx";
import { StatusLine } from "../../ui/StatusLine.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { useForm } from "../../ui/use-form.ts";
import { useSlowSubmit } from "../../app/use-slow-submit.ts";
import { deleteAccount } from "./account-flows.ts";
import styles from "./Profile.module.css";
import { useOwnerForm } from "./use-owner-form.ts";

/** Deletes the account after signing in once more (specification 2.28). */
export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const formId = useId();
  return (
    <section className={styles.part} aria-labelledby={`${formId}-title`}>
      <div className={styles.head}>
        <div className={styles.about}>
          <h2 id={`${formId}-title`}>{texts.profile.deleteTitle}</h2>
          <p>{texts.profile.deleteNote}</p>
        </div>
        <Button onClick={() => setOpen(true)}>{texts.profile.deleteAccount}</Button>
      </div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        dismissible={!busy}
        title={texts.profile.deleteQuestion}
        size="small"
        footer={
          <>
            <Button disabled={busy} onClick={() => setOpen(false)}>
              {texts.profile.cancel}
            </Button>
            <Button variant="danger" type="submit" form={formId} busy={busy}>
              {texts.profile.confirm}
            </Button>
          </>
        }
      >
        <ProofForm id={formId} hasPassword={hasPassword} onBusy={setBusy} />
      </Dialog>
    </section>
  );
}

type ProofProps = { id: string; hasPassword: boolean; onBusy: (busy: boolean) => void };

function ProofForm({ id, hasPassword, onBusy }: ProofProps) {
  const app = useApp();
  const router = useRouter();
  const { uid } = useAccount();
  const save = useOwnerForm();
  useEffect(() => {
    // Only a head start for Google's window: the browser blocks one that opens long after the press.
    if (!hasPassword) import("../../identity/google-sign-in.ts").catch(() => {});
  }, [hasPassword]);
  const { form, field, error, submitting } = useForm({
    schema: hasPassword ? PasswordProofForm : nothingToProve,
    initial: { currentPassword: "" },
    async onSubmit({ currentPassword }) {
      onBusy(true);
      const errors = await save(async () => {
        const isGone = await deleteAccount(app, uid, hasPassword ? currentPassword : undefined);
        if (isGone) app.toaster.success(texts.profile.deleted);
        else app.toaster.warning(texts.profile.accountLeft);
        await router.navigate({ to: "/login" });
      });
      onBusy(false);
      return errors;
    },
  });
  const slow = useSlowSubmit(submitting, () => app.online.check());
  return (
    <form {...form} id={id} className={styles.form}>
      <p>{texts.profile.deleteWhat}</p>
      {hasPassword ? (
        <PasswordField
          {...field("currentPassword")}
          label={texts.profile.currentPassword}
          autoComplete="current-password"
          data-autofocus=""
        />
      ) : (
        <p>{texts.profile.deleteByGoogle}</p>
      )}
      <FormError>{error}</FormError>
      <StatusLine>{slow}</StatusLine>
    </form>
  );
}

/** Google's window asks. */
const nothingToProve = v.object({ currentPassword: v.string() });
