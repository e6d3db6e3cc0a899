/**
 * Resolves when the page is idle, or after `mostMs`. WebKit has no idle callbacks: there it resolves in a later task.
 */
export const whenIdle = (mostMs: number): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: mostMs });
    else setTimeout(resolve, 0);
  });
