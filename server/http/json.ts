/** JSON of answers, of which parts may have been written before. */

/** A value of type T as JSON text. */
export class Written<T> {
  /** For the compiler alone. */
  declare readonly of: T;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** T, of whose members some are written already; the items of arrays are not. */
export type Writable<T> =
  | Written<T>
  | (T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]: Writable<T[K]> } : T);

/** As JSON.stringify writes it, and what is written stands as it is. */
export function writeJson(value: unknown): string {
  if (value instanceof Written) return value.text;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`).join(",")}}`;
}
