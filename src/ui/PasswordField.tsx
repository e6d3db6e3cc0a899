import { useState, type ComponentPropsWithRef } from "react";
import { classes } from "./classes.ts";
import { Field, type FieldProps } from "./Field.tsx";
import { uiTexts } from "./texts.ts";
import fieldStyles from "./Field.module.css";
import styles from "./PasswordField.module.css";

type Own = FieldProps & {
  value: string;
  onValue: (value: string) => void;
  autoComplete: "current-password" | "new-password";
};
type Props = Own & Omit<ComponentPropsWithRef<"input">, keyof Own | "type">;

/** A password with a button to see it. */
export function PasswordField({
  label,
  error,
  hint,
  disabled,
  className,
  value,
  onValue,
  ...rest
}: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, error, hint, disabled, className }}>
      {(control) => (
        <>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...control}
            type={shown ? "text" : "password"}
            className={classes(fieldStyles.input, styles.input)}
            disabled={disabled}
            value={value}
            onChange={(event) => onValue(event.target.value)}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-label={shown ? uiTexts.hidePassword : uiTexts.showPassword}
            aria-controls={control.id}
            disabled={disabled}
            onClick={() => setShown(!shown)}
          >
            {shown ? uiTexts.hide : uiTexts.show}
          </button>
        </>
      )}
    </Field>
  );
}
