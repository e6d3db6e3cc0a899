/** Parses a Range header with one byte range, which is all that players use (RFC 9110, 14). */

/** First and last byte, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Returns what to send of a file of `size` bytes: `whole` (no header, or several ranges, another unit or a malformed
 * header, which the RFC lets a server ignore), a range, or `unsatisfiable` (416).
 */
export function parseRange(header: string | null | undefined, size: number): ByteRange | "whole" | "unsatisfiable" {
  const match = /^\s*bytes\s*=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i.exec(header ?? "");
  const [, first = "", last = ""] = match ?? [];
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
