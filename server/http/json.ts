/**
 * JSON of answers, of which parts may have been written before. It is put together of bytes: a text would be encoded as
 * a whole for each answer, which took longer than all else of writing a list.
 */

export interface Json {
  /** UTF-8, one character for each byte. Such strings join as texts do. */
  readonly bytes: string;
  /** Another one whenever the text is another, and often much shorter: an answer's ETag is made of it. */
  readonly print: string;
}

/** A value of type T as JSON. */
export class Written<T> implements Json {
  /** For the compiler alone. */
  declare readonly of: T;
  readonly bytes: string;
  readonly print: string;
  constructor({ bytes, print }: Json) {
    this.bytes = bytes;
    this.print = print;
  }
}

export const toBytes = (text: string): string => Buffer.from(text).toString("latin1");

export const toText = ({ bytes }: Json): string => Buffer.from(bytes, "latin1").toString();

/** JSON that somebody else has written. */
export function jsonOf(text: string): Json {
  const bytes = toBytes(text);
  return { bytes, print: bytes };
}

/** T, of whose members some are written already; the items of arrays are not. */
export type Writable<T> =
  | Written<T>
  | (T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]: Writable<T[K]> } : T);

/** As JSON.stringify writes it, and what is written stands as it is. */
export function writeJson(value: unknown): Json {
  if (value instanceof Written) return value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return jsonOf(JSON.stringify(value));
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => ({ name: toBytes(JSON.stringify(name)), json: writeJson(member) }));
  const join = (part: keyof Json) => `{${members.map(({ name, json }) => `${name}:${json[part]}`).join(",")}}`;
  const bytes = join("bytes");
  const isPlain = members.every(({ json }) => json.bytes === json.print);
  return { bytes, print: isPlain ? bytes : join("print") };
}
