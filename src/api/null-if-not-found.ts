import { ApiError } from "./api-error.ts";

/** Waits for a call; null where the server says that there is no such thing, or none that this user may see. */
export async function nullIfNotFound<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return null;
    throw error;
  }
}
