/**
 * Builds JSON responses from parts that are already serialized. It joins bytes, not text: encoding the whole text again
 * for each response was the slowest part of sending a list.
 */

export interface Json {
  /** UTF-8 as a latin1 string, one character per byte, so that `+` joins it. */
  readonly bytes: string;
  /** Changes whenever the text changes, and is often much shorter. The ETag is its hash. */
  readonly print: string;
}

/** A value of type T, serialized. */
export class Written<T> implements Json {
  /** Exists only for the compiler. */
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

/** Wraps JSON text. */
export function jsonOf(text: string): Json {
  const bytes = toBytes(text);
  return { bytes, print: bytes };
}

/** T, some of whose members may be serialized already; array items may not. */
export type Writable<T> =
  | Written<T>
  | (T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]: Writable<T[K]> } : T);

/** Like JSON.stringify, but inserts serialized members as they are. */
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
