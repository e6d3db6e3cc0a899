/** The part of Standard Schema that forms need; Valibot's schemas have it. */
export type FormSchema<Input extends object = object, Output = unknown> = {
  readonly "~standard": {
    readonly validate: (value: unknown) => Result<Output> | Promise<Result<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
};

type Issue = {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
};
type Result<Output> = { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

type Types<S extends FormSchema> = NonNullable<S["~standard"]["types"]>;
export type Output<S extends FormSchema> = Types<S>["output"];

/** A field's value before it is valid: any text for a text, maybe no file for a file. */
type Draft<T> = T extends boolean ? boolean : T extends string ? string : T extends object ? T | null : T;
export type Values<S extends FormSchema> = {
  [K in keyof Types<S>["input"]]-?: Draft<Types<S>["input"][K]>;
};

/** The first message of each field; `""` is the form as a whole. */
export type Errors<S extends FormSchema> = {
  [K in keyof Types<S>["input"] | ""]?: string | undefined;
};

type Checked<S extends FormSchema> =
  | { ok: true; value: Output<S>; errors?: undefined }
  | { ok: false; errors: Errors<S> };

/** Validates a form's values. */
export function checkForm<S extends FormSchema>(schema: S, values: Values<S>): Checked<S> {
  const result = schema["~standard"].validate(values);
  if (result instanceof Promise) throw new TypeError("A form's schema must answer at once");
  if (!result.issues) return { ok: true, value: result.value };
  const errors: Record<PropertyKey, string> = {};
  for (const { path, message } of result.issues) {
    const first = path?.[0];
    const field = typeof first === "object" ? first.key : (first ?? "");
    errors[field] ??= message;
  }
  // the issues' keys are those of the schema's input
  return { ok: false, errors: errors as Errors<S> };
}
