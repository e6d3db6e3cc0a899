/** Where a row stands in its list, in the document's words: not all rows of a long list are in the document. */
import type { ComponentPropsWithRef } from "react";
import { rowMark } from "./use-roving-focus.ts";

export interface RowPosition {
  /** From 0. */
  index: number;
  /** How many rows the list has, where not all are in the document. */
  count: number | undefined;
  /** Room for the rows that are missing right before it, in px. */
  gap: number;
}

type PlaceProps = Pick<ComponentPropsWithRef<"li">, "aria-posinset" | "aria-setsize" | "style"> &
  Record<typeof rowMark, number>;

/** Attributes of the row's element. */
export const placeProps = ({ index, count, gap }: RowPosition): PlaceProps => ({
  [rowMark]: index,
  ...(count === undefined ? {} : { "aria-posinset": index + 1, "aria-setsize": count }),
  ...(gap === 0 ? {} : { style: { marginBlockStart: gap } }),
});
