/** Stores in local storage what the app can go without; where that takes no writes, it does (specification 21.3). */
export function tryStore(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (error) {
    console.warn(`This device cannot keep ${key}`, error);
  }
}
