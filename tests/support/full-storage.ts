import { onTestFinished, vi } from "vitest";

/** Until the test ends local storage is empty and takes no writes, as on a device that is full. */
export function fillLocalStorage(): void {
  const { localStorage: usual } = globalThis;
  const setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem, removeItem() {} });
  onTestFinished(() => void vi.stubGlobal("localStorage", usual));
}
