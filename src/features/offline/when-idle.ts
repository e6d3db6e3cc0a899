/**
 * Resolves when the page has nothing more urgent to do, or after `mostMs`. WebKit has no idle callbacks: there it
 * resolves in a task of its own.
 */
export const whenIdle = (mostMs: number): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: mostMs });
    else setTimeout(resolve, 0);
  });
