import type { ComponentPropsWithRef } from "react";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";

type Own = FieldProps & { value: string | null | undefined; onValue: (value: string) => void };
type Props = Own & Omit<ComponentPropsWithRef<"input">, keyof Own>;

/** A field for one line of text; native attributes (`type`, `autoComplete`, `maxLength` …) are passed on. */
export function TextField({
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
        <input
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
