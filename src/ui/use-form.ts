import { useEffect, useLayoutEffect, useRef, useState, type SubmitEvent } from "react";
import { useCarriedState } from "./carried-state.ts";
import { changedFields } from "./changed-fields.ts";
import { type Message, messageText } from "./message.ts";
import { showError } from "./show-error.ts";
import { checkForm, type Errors, type FormSchema, type Output, type Values } from "./standard-schema.ts";

/** By field; `""` is the form as a whole. */
type Messages<S extends FormSchema> = { [K in keyof Errors<S>]?: Message | undefined };

type Options<S extends FormSchema> = {
  schema: S;
  /**
   * The initial values: of a prerendered form, which knows nothing of this device, or of what is edited. When they change,
   * the fields that the user has not touched follow.
   */
  initial: Values<S>;
  /** Values known only on this device; they never replace what the user has typed. */
  prefill?: () => Partial<Values<S>>;
  /** Receives the parsed values; may return the server's messages. */
  onSubmit: (values: Output<S>) => Messages<S> | void | Promise<Messages<S> | void>;
  /** Its name, of a form beside which the language can be changed: what was typed stays (specification 20.21). */
  carry?: string;
  /** It goes once it is saved: its fields are read-only meanwhile, as what they took would be lost with it. */
  freezes?: boolean;
};

/**
 * A form over a schema: validates on blur and on submit, focuses the first invalid field, and keeps what was typed
 * until it is saved.
 */
export function useForm<S extends FormSchema>(options: Options<S>) {
  const { schema, initial, prefill, onSubmit, carry, freezes = false } = options;
  type Name = keyof Values<S> & string;
  const carryAs = (what: string) => carry && `${carry}: ${what}`;
  const [values, setValues] = useCarriedState(carryAs("values"), initial);
  const [seen, setSeen] = useCarriedState(carryAs("seen"), initial);
  const [base, setBase] = useCarriedState(carryAs("base"), initial);
  const [left, setLeft] = useCarriedState<ReadonlySet<string>>(carryAs("left"), new Set());
  const [refused, setRefused] = useState<Messages<S>>({});
  const [submitting, setSubmitting] = useState(false);
  const running = useRef(false);
  const ref = useRef<HTMLFormElement>(null);
  const afterPress = useAfterPress();
  const checked = checkForm(schema, values);
  const leave = (names: Iterable<string>) => setLeft((before) => new Set([...before, ...names]));

  const set = <K extends Name>(name: K, value: Values<S>[K]) => {
    if (freezes && running.current) return;
    setValues((before) => ({ ...before, [name]: value }));
    setRefused((before) => ({ ...before, [name]: undefined, "": undefined }));
  };

  const news = changedFields(seen, initial);
  if (Object.keys(news).length > 0) {
    setSeen(initial);
    setBase({ ...base, ...news });
    setValues({ ...values, ...news, ...changedFields(base, values) });
  }

  /** The fields that this form shows. */
  const placed = new Set<string>();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Not from a form in a dialog inside this form: React events bubble through portals.
    event.stopPropagation();
    const form = event.currentTarget;
    leave(Object.keys(values));
    if (!checked.ok) return showFirst(form, checked.errors);
    if (running.current) return;
    running.current = true;
    setSubmitting(true);
    // What the last attempt ended with is not this one's; fields keep theirs until they change.
    setRefused((before) => ({ ...before, "": undefined }));
    try {
      const found: Messages<S> = withPlaces((await onSubmit(checked.value)) ?? {}, placed);
      setRefused(found);
      showFirst(form, found);
    } finally {
      running.current = false;
      setSubmitting(false);
    }
  };

  // Before the next render, which would drop what the user has typed.
  useLayoutEffect(() => {
    const { current: form } = ref;
    if (form === null) return;
    setValues((before) => ({
      ...before,
      ...prefill?.(),
      ...changedFields(base, before),
      ...typedIn(form, before),
    }));
    if ("early" in form.dataset) {
      delete form.dataset["early"];
      // By the handler, which knows what was typed.
      setTimeout(() => form.requestSubmit());
    }
    // Once: from here on the state is what counts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  return {
    values,
    /** What the values began with: the initial ones, or those of the last `settle`. */
    base,
    /** Whether the schema accepts the values. */
    valid: checked.ok,
    /** Messages of all that the schema does not accept, also where the user has not been yet. */
    errors: checked.errors,
    submitting,
    /** The message that belongs to no field. */
    error: refused[""] ?? (left.size ? checked.errors?.[""] : undefined),
    set,
    /** Goes on from what was saved, with what was typed since it was sent. */
    settle: (saved: Values<S>, sent: Partial<Values<S>>) => {
      // As the schema sends them: a space at the end is no change.
      const present: object = checked.ok ? Object.assign({}, values, checked.value) : values;
      const names = Object.keys(changedFields({ ...base, ...sent }, present));
      const typed = Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
      setValues({ ...saved, ...typed });
      setBase(saved);
      setLeft(new Set(names));
      setRefused({});
    },
    /** For the `<form>` element. */
    form: {
      ref,
      noValidate: true,
      // Does nothing: a form without its script must not send a password in a URL.
      method: "dialog",
      onSubmit: submit,
      "aria-busy": submitting || undefined,
    },
    /** For a field component. */
    field: <K extends Name>(name: K) => {
      placed.add(name);
      return {
        name,
        value: values[name],
        readOnly: freezes && submitting,
        error: messageText(refused[name] ?? (left.has(name) ? checked.errors?.[name] : undefined)),
        onValue: (value: Values<S>[K]) => set(name, value),
        onBlur: () => afterPress.run(() => leave([name])),
      };
    },
  };
}

/** Messages of fields that the form does not show become its own: nobody would see them. */
function withPlaces<M extends Record<string, Message | undefined>>(found: M, placed: ReadonlySet<string>): M {
  const unplaced = Object.entries(found).find(([name, message]) => message && name !== "" && !placed.has(name));
  return unplaced === undefined ? found : { "": unplaced[1], ...found };
}

/** The values that the user or the browser filled in before the script ran. */
function typedIn<V extends object>(form: HTMLFormElement, values: V): Partial<V> {
  const typed: Record<string, string | boolean> = {};
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement && field.name in values) {
      // Only markup that came before the script names a default; React's own does not, and nothing was chosen in it.
      const initial = [...field.options].find((option) => option.defaultSelected);
      if (initial !== undefined && !initial.selected) typed[field.name] = field.value;
    }
    if (!(field instanceof HTMLInputElement) || !(field.name in values)) continue;
    if (field.type === "checkbox") {
      if (field.checked !== field.defaultChecked) typed[field.name] = field.checked;
    } else if (field.value !== field.defaultValue && field.type !== "file") {
      typed[field.name] = field.value;
    }
  }
  // Texts of text fields, values of selects and states of checkboxes, by field name.
  return typed as Partial<V>;
}

/** The first of the wrong fields in document order, not in the schema's; or else the error of the form. */
function showFirst(form: HTMLFormElement, errors: object) {
  const wrong = new Set<string | null>(Object.entries(errors).flatMap(([name, message]) => (message ? [name] : [])));
  if (wrong.size === 0) return;
  const isWrong = (element: Element): element is HTMLElement =>
    element instanceof HTMLElement && wrong.has(element.getAttribute("name"));
  showError(form, [...form.elements].find(isWrong));
}

/**
 * Runs work at once, or after the pointer is released. A message that appears in between would move the button away
 * from under the pointer, and the click would be lost.
 */
function useAfterPress() {
  const waiting = useRef<(() => void)[] | undefined>(undefined);
  useEffect(() => {
    const down = () => {
      waiting.current ??= [];
    };
    const up = () =>
      setTimeout(() => {
        const works = waiting.current;
        waiting.current = undefined;
        works?.forEach((work) => work());
      });
    const controller = new AbortController();
    const all = { capture: true, signal: controller.signal };
    addEventListener("pointerdown", down, all);
    addEventListener("pointerup", up, all);
    addEventListener("pointercancel", up, all);
    return () => controller.abort();
  }, []);
  return {
    run: (work: () => void) => (waiting.current ? void waiting.current.push(work) : work()),
  };
}
