import { unreachable } from "./error.ts";

/** Waits for a promise that may hang. Rejects with ApiError `network` after `ms`. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unreachable()), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
