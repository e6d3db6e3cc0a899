/** Parses the Range header with one byte range, which is all that players use. */

/** Bytes `start`..`end`, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Returns what to send of a file of `size` bytes: `whole` (no range, or several ranges, another unit or a malformed
 * header, which RFC 9110 lets a server ignore), a range, or `unsatisfiable` (416).
 */
export function parseRangeHeader(header: string | undefined, size: number): "whole" | "unsatisfiable" | ByteRange {
  const match = /^\s*bytes\s*=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i.exec(header ?? "");
  if (!match) return "whole";
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return "whole";
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return "whole";
  return start >= size ? "unsatisfiable" : { start, end };
}
