import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { checkForm, type Errors, type FormSchema, type Output, type Values } from "./schema.ts";

type Options<S extends FormSchema> = {
  schema: S;
  initial: Values<S>;
  /** Gets the parsed values; may return messages per field (`""`: the whole form) that the server found. */
  onSubmit: (values: Output<S>) => Errors<S> | void | Promise<Errors<S> | void>;
};

/**
 * A form over a schema: messages on leaving a field and on submitting, focus to the first field that is wrong, and
 * what was typed stays until `reset`.
 */
export function useForm<S extends FormSchema>({ schema, initial, onSubmit }: Options<S>) {
  type Name = keyof Values<S> & string;
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Errors<S>>({});
  const [submitting, setSubmitting] = useState(false);
  const running = useRef(false);
  const afterPress = useAfterPress();
  const checked = checkForm(schema, values);
  const leave = (names: Iterable<string>) => setLeft((before) => new Set([...before, ...names]));

  const set = <K extends Name>(name: K, value: Values<S>[K]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setRefused((before) => ({ ...before, [name]: undefined, "": undefined }));
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A form in a dialog of another form (React bubbles through portals) is not this form.
    event.stopPropagation();
    const form = event.currentTarget;
    leave(Object.keys(values));
    if (!checked.ok) return focusFirst(form, checked.errors);
    if (running.current) return;
    running.current = true;
    setSubmitting(true);
    try {
      const found = (await onSubmit(checked.value)) ?? {};
      setRefused(found);
      focusFirst(form, found);
    } finally {
      running.current = false;
      setSubmitting(false);
    }
  };

  return {
    values,
    /** The schema accepts what the form holds. */
    valid: checked.ok,
    submitting,
    /** The message that belongs to no field. */
    error: refused[""] ?? (left.size ? checked.errors?.[""] : undefined),
    set,
    reset: (to: Values<S> = initial) => {
      setValues(to);
      setLeft(new Set());
      setRefused({});
    },
    /** For the `<form>` element. */
    form: { noValidate: true, onSubmit: submit, "aria-busy": submitting || undefined },
    /** For a field component. */
    field: <K extends Name>(name: K) => ({
      name,
      value: values[name],
      error: refused[name] ?? (left.has(name) ? checked.errors?.[name] : undefined),
      onValue: (value: Values<S>[K]) => set(name, value),
      onBlur: () => afterPress(() => leave([name])),
    }),
  };
}

/** The browser's order of the fields counts, not the schema's. */
function focusFirst(form: HTMLFormElement, errors: object) {
  const wrong = new Set(
    Object.entries(errors).flatMap(([name, message]) => (message ? [name] : [])),
  );
  for (const element of form.elements) {
    if (element instanceof HTMLElement && wrong.has(element.getAttribute("name") ?? ""))
      return element.focus();
  }
}

/**
 * Runs at once, or, if a pointer is down, after it went up: a message that appears in between moves the button from
 * under the pointer that is leaving the field, and the click is lost.
 */
function useAfterPress() {
  const waiting = useRef<(() => void)[] | undefined>(undefined);
  useEffect(() => {
    const down = () => {
      waiting.current ??= [];
    };
    const up = () =>
      setTimeout(() => {
        const run = waiting.current;
        waiting.current = undefined;
        run?.forEach((each) => each());
      });
    const controller = new AbortController();
    const all = { capture: true, signal: controller.signal };
    addEventListener("pointerdown", down, all);
    addEventListener("pointerup", up, all);
    addEventListener("pointercancel", up, all);
    return () => controller.abort();
  }, []);
  return (run: () => void) => (waiting.current ? void waiting.current.push(run) : run());
}
