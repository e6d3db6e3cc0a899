/**
 * Rejects when a promise takes longer than `ms`.
 * @param onTimeout creates the error to reject with
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
