import type { ComponentPropsWithRef } from "react";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";

type Own = FieldProps & { value: string | null | undefined; onValue: (value: string) => void };
type Props = Own & Omit<ComponentPropsWithRef<"textarea">, keyof Own>;

/** A field for several lines of text, which grows with them. */
export function TextArea({
  label,
  error,
  hint,
  optional,
  disabled,
  className,
  value,
  onValue,
  ...rest
}: Props) {
  return (
    <Field {...{ label, error, hint, optional, disabled, className }}>
      {(control) => (
        <textarea
          rows={3}
          {...rest}
          {...control}
          className={styles.input}
          disabled={disabled}
          value={value ?? ""}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  );
}
