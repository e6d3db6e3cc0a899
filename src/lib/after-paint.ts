/** Runs what the next painting must not wait for. */
export const afterPaint = (run: () => void): void => void requestAnimationFrame(() => setTimeout(run));
