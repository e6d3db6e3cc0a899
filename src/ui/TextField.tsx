import type { ComponentPropsWithRef } from "react";
import { Field, splitProps, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";

type Own = FieldProps & { value: string | null | undefined; onValue: (value: string) => void };
type Props = Own & Omit<ComponentPropsWithRef<"input">, keyof Own>;

/** A single-line text field; passes on native attributes (`type`, `autoComplete`, `maxLength` …). */
export function TextField(props: Props) {
  const {
    frame,
    rest: { value, onValue, ...native },
  } = splitProps(props);
  return (
    <Field {...frame}>
      {(control) => (
        <input
          // What people type is in any script: a long text shows its beginning.
          dir="auto"
          {...native}
          {...control}
          className={styles.input}
          value={value ?? ""}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  );
}
