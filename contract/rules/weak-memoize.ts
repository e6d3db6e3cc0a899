/**
 * Returns a function that derives a value once per source object and hands the same one to all callers, for as long as
 * the object lives. Sources must not change afterwards.
 */
export function weakMemoize<Source extends object, Value>(
  derive: (source: Source) => Value,
): (source: Source) => Value {
  // Boxed, as a value may be undefined.
  const derived = new WeakMap<Source, { value: Value }>();
  return (source) => {
    const known = derived.get(source) ?? { value: derive(source) };
    derived.set(source, known);
    return known.value;
  };
}
