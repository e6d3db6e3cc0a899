import { useId, type ReactNode } from "react";
import { classes } from "./classes.ts";
import { widgetTexts } from "./widget-texts.ts";
import styles from "./Field.module.css";

/** The properties that `useForm().field(name)` returns. */
export type FieldProps = {
  label: string;
  name?: string;
  /** Help text below the field. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Says "optional" beside the label; all others are required. */
  optional?: boolean;
  disabled?: boolean;
  /** Takes nothing for now, and keeps the focus. */
  readOnly?: boolean;
  className?: string | undefined;
  onBlur?: () => void;
};

type ControlProps = {
  id: string;
  "aria-invalid": true | undefined;
  /** Not the native attribute, which would call an empty field invalid before anything was typed. */
  "aria-required": true | undefined;
  "aria-describedby": string | undefined;
};

type Frame = Omit<FieldProps, "name" | "onBlur">;
type Props = Frame & {
  children: (control: ControlProps) => ReactNode;
};

/** Splits a field's properties into those of the frame and those of the control. Both get `disabled` and `readOnly`. */
export function splitProps<P extends FieldProps>({ label, error, hint, optional, className, ...rest }: P) {
  const { disabled, readOnly } = rest;
  return { frame: { label, error, hint, optional, disabled, readOnly, className } satisfies Frame, rest };
}

/** A label, a control, its error and its hint. */
export function Field({ label, error, hint, optional, disabled, readOnly, className, children }: Props) {
  const id = useId();
  const note = error ? widgetTexts.sentence(error) : hint;
  // What helps stays beside the error that calls for it.
  const help = error && hint;
  const descriptions = [
    ...(optional ? [`${id}-optional`] : []),
    ...(note ? [`${id}-note`] : []),
    ...(help ? [`${id}-help`] : []),
  ];
  return (
    <div
      className={classes(styles.field, className)}
      data-disabled={disabled || readOnly || undefined}
      data-read-only={readOnly || undefined}
    >
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {optional && (
        // Hidden, as it would become part of the text around it; the field refers to it.
        <span id={`${id}-optional`} className={styles.optional} aria-hidden="true">
          {widgetTexts.optional}
        </span>
      )}
      <div className={styles.control}>
        {children({
          id,
          "aria-invalid": error ? true : undefined,
          "aria-required": optional ? undefined : true,
          "aria-describedby": descriptions.join(" ") || undefined,
        })}
      </div>
      <p id={`${id}-note`} className={error ? styles.error : styles.hint}>
        {note}
      </p>
      {help && (
        <p id={`${id}-help`} className={styles.hint}>
          {help}
        </p>
      )}
    </div>
  );
}
