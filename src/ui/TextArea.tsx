import type { ComponentPropsWithRef } from "react";
import { Field, splitProps, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";

type Own = FieldProps & { value: string | null | undefined; onValue: (value: string) => void };
type Props = Own & Omit<ComponentPropsWithRef<"textarea">, keyof Own>;

/** A multi-line text field that grows with its content. */
export function TextArea(props: Props) {
  const {
    frame,
    rest: { value, onValue, ...native },
  } = splitProps(props);
  return (
    <Field {...frame}>
      {(control) => (
        <textarea
          rows={3}
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
