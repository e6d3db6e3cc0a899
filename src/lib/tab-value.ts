/** A value of this tab in session storage, as JSON; where that is blocked or full, the tab goes without it. */
export const tabValue = (key: string) => ({
  write(value: unknown): void {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch (error) {
      console.warn(`This tab cannot keep ${key}`, error);
    }
  },
  /** Unparsed; undefined if there is none, or nothing that can be read. */
  read(): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? "null") ?? undefined;
    } catch {
      return undefined;
    }
  },
  forget(): void {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Blocked: there is none.
    }
  },
});
