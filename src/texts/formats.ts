/** How a language writes numbers, dates, lists and counted things. Its catalogue has the words. */

/** The forms of a word that is counted, by plural rule. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** @param language such as "de"; a region of it that the browser asks for ("de-AT") decides the details */
export function createFormats(language: string) {
  const locale = once(() => regionOf(language));
  const numbers = once(() => new Intl.NumberFormat(locale()));
  const plurals = once(() => new Intl.PluralRules(locale()));
  const dates = once(() => new Intl.DateTimeFormat(locale(), { dateStyle: "long" }));
  const times = once(() => new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }));
  const clock = once(() => new Intl.DateTimeFormat(locale(), { timeStyle: "short" }));
  const lists = once(() => new Intl.ListFormat(locale()));
  return {
    number: (value: number) => (isWrittenAlike(value) ? String(value) : numbers().format(value)),
    plural: (count: number, forms: Forms) => forms[plurals().select(count)] ?? forms.other,
    date: (at: number | Date) => dates().format(at),
    dateTime: (at: number | Date) => times().format(at),
    /** The time of today; of another day the date, too. */
    moment: (at: number, now: number = Date.now()) =>
      new Date(at).toDateString() === new Date(now).toDateString() ? clock().format(at) : times().format(at),
    /** A size as people read it: "340 kB", "3.4 MB", "1.2 GB". Of a limit `floor`, so that what is said fits. */
    bytes: (value: number, roundingMode: "floor" | "halfExpand" = "halfExpand") => {
      const [unit, size] = unitOf(value);
      const inUnits = value / size;
      const maximumFractionDigits = unit === "gigabyte" || (unit === "megabyte" && inUnits < 10) ? 1 : 0;
      return new Intl.NumberFormat(locale(), { style: "unit", unit, maximumFractionDigits, roundingMode }).format(
        inUnits,
      );
    },
    /** With "and" before the last. */
    list: (items: Iterable<string>) => lists().format(items),
  };
}

/**
 * Whether all languages here write a number by its digits alone. The browser's tables for others cost the first screen what
 * loads them: 18 ms on a fast computer.
 */
const isWrittenAlike = (value: number) => Number.isInteger(value) && value >= 0 && value < 1_000;

function unitOf(bytes: number) {
  if (bytes < 999.5e3) return ["kilobyte", 1e3] as const;
  return bytes < 999.5e6 ? (["megabyte", 1e6] as const) : (["gigabyte", 1e9] as const);
}

function regionOf(language: string): string {
  const wanted = "navigator" in globalThis ? (navigator.languages ?? []) : [];
  return wanted.find((tag) => tag.toLowerCase().split("-")[0] === language && isTag(tag)) ?? language;
}

/** Chromium on Linux may say "en-US@posix", for which every format throws. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** A language's own name, as it begins a line: "Deutsch". */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
