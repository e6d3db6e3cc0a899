/** The catalogue in use. Read it while rendering or acting, never while a module loads: the language comes later. */
import { catalogue as english } from "./en.ts";

/** The shape of every catalogue: the English one's, with any words. */
export type Texts = Widened<typeof english>;

type Widened<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [K in keyof T]: Widened<T[K]> };

/** A live binding: importers see the new catalogue after `setTexts`. */
export let texts: Texts = english;

export function setTexts(catalogue: Texts): void {
  texts = catalogue;
}
