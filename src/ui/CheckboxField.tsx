import { useId, type ReactNode } from "react";
import { classes } from "./classes.ts";
import { widgetTexts } from "./widget-texts.ts";
import styles from "./CheckboxField.module.css";

type Props = {
  /** The accessible name; elements may add a link. */
  label: ReactNode;
  value: boolean;
  onValue: (value: boolean) => void;
  name?: string;
  onBlur?: () => void;
  error?: string | undefined;
  hint?: ReactNode;
  disabled?: boolean;
  /** It must be ticked. */
  required?: boolean;
  className?: string;
};

/** A native checkbox with its label beside it and its error below. */
export function CheckboxField(props: Props) {
  const { label, value, onValue, name, onBlur, error, hint, disabled, required, className } = props;
  const id = useId();
  const note = error ? widgetTexts.sentence(error) : hint;
  return (
    <div className={classes(styles.field, className)}>
      <label className={styles.label}>
        <input
          type="checkbox"
          className={styles.box}
          name={name}
          checked={value}
          disabled={disabled}
          aria-required={required || undefined}
          // Firefox would give back at a reload what is to be ticked anew (specification 3.4.4).
          autoComplete={required ? "off" : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? id : undefined}
          onChange={(event) => onValue(event.target.checked)}
          onBlur={onBlur}
        />
        <span>{label}</span>
      </label>
      {note && (
        <p id={id} className={error ? styles.error : styles.hint}>
          {note}
        </p>
      )}
    </div>
  );
}
