import type { ComponentPropsWithRef } from "react";
import { classes } from "./classes.ts";
import { Field, splitProps, type FieldProps } from "./Field.tsx";
import fieldStyles from "./Field.module.css";
import styles from "./SelectField.module.css";

type Own = FieldProps & {
  value: string | null | undefined;
  onValue: (value: string) => void;
  options: readonly (string | { value: string; label: string })[];
  /** The label of the empty option; absent: there is no empty option. */
  placeholder?: string;
};
type Props = Own & Omit<ComponentPropsWithRef<"select">, keyof Own>;

/** A native select, which opens the system's own list. */
export function SelectField(props: Props) {
  const {
    frame,
    rest: { value, onValue, options, placeholder, readOnly, ...native },
  } = splitProps(props);
  return (
    <Field {...frame}>
      {(control) => (
        <select
          {...native}
          {...control}
          // It knows no `readOnly`, and `disabled` would lose the focus.
          aria-disabled={readOnly || undefined}
          // One without an empty option always has a value.
          aria-required={placeholder === undefined ? undefined : control["aria-required"]}
          className={classes(fieldStyles.input, styles.select, !value && styles.empty)}
          value={value ?? ""}
          onChange={(event) => onValue(event.target.value)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => {
            const { value, label } = typeof option === "string" ? { value: option, label: option } : option;
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
