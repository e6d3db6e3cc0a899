/**
 * Waits for a promise that may hang.
 * @param onTimeout makes the error that it rejects with after `ms`
 */
export async function withTimeout<T>(
  ms: number,
  promise: Promise<T>,
  onTimeout: () => Error = () => new DOMException("It took too long", "TimeoutError"),
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onTimeout()), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
