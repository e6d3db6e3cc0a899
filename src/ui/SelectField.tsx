import type { ComponentPropsWithRef } from "react";
import { classes } from "./classes.ts";
import { Field, type FieldProps } from "./Field.tsx";
import fieldStyles from "./Field.module.css";
import styles from "./SelectField.module.css";

type Own = FieldProps & {
  value: string | null | undefined;
  onValue: (value: string) => void;
  options: readonly (string | { value: string; label: string })[];
  /** The text of the empty choice; without it there is none. */
  placeholder?: string;
};
type Props = Own & Omit<ComponentPropsWithRef<"select">, keyof Own>;

/** A native select: its list is the system's own, on a phone too. */
export function SelectField({
  label,
  error,
  hint,
  optional,
  disabled,
  className,
  value,
  onValue,
  options,
  placeholder,
  ...rest
}: Props) {
  return (
    <Field {...{ label, error, hint, optional, disabled, className }}>
      {(control) => (
        <select
          {...rest}
          {...control}
          className={classes(fieldStyles.input, styles.select, !value && styles.empty)}
          disabled={disabled}
          value={value ?? ""}
          onChange={(event) => onValue(event.target.value)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => {
            const { value, label } =
              typeof option === "string" ? { value: option, label: option } : option;
            return (
              <option key={value} value={value}>
                {label}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}
