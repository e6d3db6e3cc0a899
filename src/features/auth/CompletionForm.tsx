import { CompletionForm as schema } from "../../../contract/rules/validation.ts";
import type { Me } from "../../../contract/users.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { CheckboxField } from "../../ui/CheckboxField.tsx";
import { FormError } from "../../ui/FormError.tsx";
import { StatusLine } from "../../ui/StatusLine.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useForm } from "../../ui/use-form.ts";
import { useSlowSubmit } from "../../app/use-slow-submit.ts";
import { lazyImport } from "../../app/lazy-import.ts";
import { checkServer, visitorMessage } from "./form-message.ts";
import styles from "./Form.module.css";
import type { Incomplete } from "./sign-in.ts";
import { useVisitor } from "./visitor-context.ts";

type Props = {
  user: Incomplete;
  onSignedIn: (me: Me) => void;
  onBack: () => void;
  onBusy: (busy: boolean) => void;
};

/** Completes an account that has no profile (specification 2.12). */
export function CompletionForm({ user, onSignedIn, onBack, onBusy }: Props) {
  const visitor = useVisitor();
  const { form, field, error, submitting } = useForm({
    schema,
    // Prefilled from Google; the user may change it.
    initial: {
      firstName: user.firstName ?? "",
      lastName: user.lastName ?? "",
      artist: false,
      newsletter: false,
    },
    async onSubmit(values) {
      onBusy(true);
      try {
        const { completeRegistration } = await lazyImport(() => import("./sign-in.ts"));
        const { app } = await visitor.open();
        onSignedIn(await completeRegistration(app, user, values));
        return {};
      } catch (failure) {
        return { "": await visitorMessage(failure, visitor.open) };
      } finally {
        onBusy(false);
      }
    },
  });
  const slow = useSlowSubmit(submitting, () => checkServer(visitor.open));
  return (
    <form {...form} className={styles.form}>
      <div className={styles.pair}>
        <TextField {...field("firstName")} label={texts.auth.name} autoComplete="given-name" />
        <TextField {...field("lastName")} label={texts.auth.surname} autoComplete="family-name" />
      </div>
      <div className={styles.checks}>
        <CheckboxField {...field("artist")} label={texts.auth.isArtist} hint={texts.auth.artistNote} />
        <CheckboxField {...field("newsletter")} label={texts.auth.newsletter} hint={texts.auth.newsletterHint} />
      </div>
      <FormError>{error}</FormError>
      <StatusLine>{slow}</StatusLine>
      <div className={styles.actions}>
        <Button type="submit" variant="main" busy={submitting}>
          {texts.auth.complete}
        </Button>
        <Button variant="plain" disabled={submitting} onClick={onBack}>
          {texts.auth.goBack}
        </Button>
      </div>
    </form>
  );
}
