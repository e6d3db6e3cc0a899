/** Runs a task after the next paint. */
export const afterPaint = (run: () => void): void => void requestAnimationFrame(() => setTimeout(run));
