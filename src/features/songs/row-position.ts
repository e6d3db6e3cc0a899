/** ARIA attributes and spacing for the rows of a virtualized list. */
import type { ComponentPropsWithRef } from "react";
import { rowMark } from "./use-roving-focus.ts";

export interface RowPosition {
  /** From 0. */
  index: number;
  /** The list's number of rows, if not all are rendered. */
  count: number | undefined;
  /** Space for the rows that are not rendered right before it, in px. */
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
