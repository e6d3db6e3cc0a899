import { sep } from "node:path";
import { codeOf, isDiskFull } from "../lib/error-code.ts";
import { StartError } from "../lib/start-error.ts";

/**
 * Returns a StartError with one line for a file or folder of the data directory that the start cannot use, such as a file
 * where a folder belongs; any other error as it is.
 */
export function explainFileError(error: unknown, dataDir: string): unknown {
  const path = placeOf(error);
  if (path === undefined || !`${path}${sep}`.startsWith(`${dataDir}${sep}`)) return error;
  const advice = adviceOf(error);
  return advice === undefined ? error : new StartError(`${path} cannot be used (${codeOf(error)}): ${advice}`);
}

function adviceOf(error: unknown): string | undefined {
  if (isDiskFull(error)) return "the disk is full, make room on it";
  switch (codeOf(error)) {
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return "give it to the user that runs the server";
    case "EEXIST":
    case "EISDIR":
    case "ENOTDIR":
    case "ENOTEMPTY":
      return "something else is in its place, move that away";
    default:
      return undefined;
  }
}

/** The file or folder that an error of the file system is about; of a renaming, where it was to go. */
function placeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("dest" in error && typeof error.dest === "string") return error.dest;
  return "path" in error && typeof error.path === "string" ? error.path : undefined;
}
