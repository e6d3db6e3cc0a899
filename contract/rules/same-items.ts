/** Whether two lists hold the same items in the same order. */
export const hasSameItems = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some === others || (some.length === others.length && some.every((one, place) => one === others[place]));
