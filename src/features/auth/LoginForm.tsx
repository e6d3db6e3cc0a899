import { LoginForm as schema } from "../../../contract/rules/validation.ts";
import type { Me } from "../../../contract/users.ts";
import type { IdentityUser } from "../../identity/identity.ts";
import { texts } from "../../texts/en.ts";
import { Button } from "../../ui/Button.tsx";
import { FormError } from "../../ui/FormError.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useForm } from "../../ui/use-form.ts";
import { useApp } from "./app.ts";
import { loadChunk } from "./chunk.ts";
import styles from "./Form.module.css";
import { sentenceOfFailure } from "./failure.ts";
import { useHeadStart } from "./use-head-start.ts";

type Props = {
  /** Filled in after a registration or a lost session. */
  email: string;
  onSignedIn: (me: Me) => void;
  /** The account has no profile yet (specification 2.12). */
  onIncomplete: (user: IdentityUser) => void;
};

const loadSignIn = () => loadChunk(() => import("./sign-in.ts"));

/** Email and password (specification 3.3). What signing in needs is loaded when the form is first touched. */
export function LoginForm({ email, onSignedIn, onIncomplete }: Props) {
  const app = useApp();
  const ref = useHeadStart(loadSignIn);
  const { form, field, error, submitting } = useForm({
    schema,
    initial: { email, password: "" },
    async onSubmit(values) {
      try {
        const result = await (await loadSignIn()).signIn(app, values);
        if ("signedIn" in result) onSignedIn(result.signedIn);
        else onIncomplete(result.incomplete);
        return {};
      } catch (failure) {
        return { "": sentenceOfFailure(failure) };
      }
    },
  });
  return (
    <form {...form} ref={ref} className={styles.form}>
      <TextField
        {...field("email")}
        label={texts.auth.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...field("password")}
        label={texts.auth.password}
        autoComplete="current-password"
      />
      <FormError>{error}</FormError>
      <Button type="submit" variant="main" busy={submitting}>
        {texts.auth.login}
      </Button>
    </form>
  );
}
