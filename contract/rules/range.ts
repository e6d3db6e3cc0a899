/** The Range header of a request, as far as players use it: one range of bytes (RFC 9110 14; specification 15.11, 17.11). */

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads a Range header for a file of `size` bytes. `whole`: no header, several ranges, another unit, or one that makes
 * no sense, all of which the RFC lets a server ignore. `unsatisfiable`: beyond the end (416).
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
