import { useAccount, useApp } from "./app-context.ts";

/** Whether this device keeps songs: not on plain http, nor for a sign-in that ends with the browser (specification 2.19). */
export function useKeepsSongs(): boolean {
  const { worker } = useApp();
  return !useAccount().db.isVolatile && worker.available;
}
