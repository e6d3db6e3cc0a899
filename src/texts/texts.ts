/** The catalogue in use. Read it while rendering or acting, never while a module loads: the language comes later. */
import type { catalogue as english } from "./en.ts";
import { visitors } from "./en-visitors.ts";

/** The shape of every catalogue: the English one's, with any words. */
export type Texts = Widened<typeof english>;

type Widened<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [K in keyof T]: Widened<T[K]> };

/**
 * A live binding: importers see the new catalogue after `setTexts`. It begins with what visitors see; the app brings the
 * rest with it (`complete.ts`).
 */
export let texts: Texts = visitors as object as Texts; // the visitors' screens read nothing else: visitors.test.ts

export function setTexts(catalogue: Texts): void {
  texts = catalogue;
}
