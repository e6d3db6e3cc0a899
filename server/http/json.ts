/** JSON of answers, of which parts may have been written before. */

export interface Json {
  readonly text: string;
  /** Another one whenever the text is another, and often much shorter: an answer's ETag is made of it. */
  readonly print: string;
}

/** A value of type T as JSON text. */
export class Written<T> implements Json {
  /** For the compiler alone. */
  declare readonly of: T;
  readonly text: string;
  readonly print: string;
  constructor({ text, print }: Json) {
    this.text = text;
    this.print = print;
  }
}

/** T, of whose members some are written already; the items of arrays are not. */
export type Writable<T> =
  | Written<T>
  | (T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]: Writable<T[K]> } : T);

/** As JSON.stringify writes it, and what is written stands as it is. */
export function writeJson(value: unknown): Json {
  if (value instanceof Written) return value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const text = JSON.stringify(value);
    return { text, print: text };
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => ({ name: JSON.stringify(name), json: writeJson(member) }));
  const join = (part: keyof Json) =>
    `{${members.map(({ name, json }) => `${name}:${json[part]}`).join(",")}}`;
  const text = join("text");
  const isPlain = members.every(({ json }) => json.text === json.print);
  return { text, print: isPlain ? text : join("print") };
}
