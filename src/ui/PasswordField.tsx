import { useState, type ComponentPropsWithRef } from "react";
import { classes } from "./classes.ts";
import { Field, splitProps, type FieldProps } from "./Field.tsx";
import { widgetTexts } from "./widget-texts.ts";
import fieldStyles from "./Field.module.css";
import styles from "./PasswordField.module.css";

type Own = FieldProps & {
  value: string;
  onValue: (value: string) => void;
  autoComplete: "current-password" | "new-password";
};
type Props = Own & Omit<ComponentPropsWithRef<"input">, keyof Own | "type">;

/** A password field with a button that shows the password. */
export function PasswordField(props: Props) {
  const {
    frame,
    rest: { value, onValue, ...native },
  } = splitProps(props);
  const [shown, setShown] = useState(false);
  return (
    <Field {...frame}>
      {(control) => (
        <>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...native}
            {...control}
            type={shown ? "text" : "password"}
            className={classes(fieldStyles.input, styles.input)}
            value={value}
            onChange={(event) => onValue(event.target.value)}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-label={shown ? widgetTexts.hidePassword : widgetTexts.showPassword}
            aria-controls={control.id}
            disabled={native.disabled}
            onClick={() => setShown(!shown)}
          >
            {shown ? widgetTexts.hide : widgetTexts.show}
          </button>
        </>
      )}
    </Field>
  );
}
