/** Returns an error's code, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Whether the disk or the user's quota on it is full. */
export const isDiskFull = (error: unknown) => ["ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "");

/** For `catch`: a file that is not there is no error. Throws any other error. */
export function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}
