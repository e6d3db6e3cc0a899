/** Answers to every form of a Range header from a file that lies on the device (specification 17.11, RFC 9110 14). */

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads a Range header for a file of `size` bytes. `whole`: no header, several ranges, or one that makes no sense, all
 * of which are answered with everything. `unsatisfiable`: beyond the end.
 *
 * Not Workbox's `createPartialResponse`: it answers 416 to an end past the file, which media elements send and the RFC
 * wants cut to the file, and leaves out the length that a 416 must carry.
 */
export function parseRange(header: string | null, size: number): ByteRange | "whole" | "unsatisfiable" {
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

/**
 * 200, 206 or 416 for a stored file; the browser reads only the part that is asked for. Undefined when the file is not
 * as long as it was when it was stored.
 */
export async function answerRange(header: string | null, stored: Response): Promise<Response | undefined> {
  const file = await stored.blob();
  if (file.size !== Number(stored.headers.get("content-length"))) return undefined;
  const range = parseRange(header, file.size);
  const headers = new Headers(stored.headers);
  headers.set("accept-ranges", "bytes");
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${file.size}`);
    headers.set("content-length", "0");
    return new Response(null, { status: 416, statusText: "Range Not Satisfiable", headers });
  }
  if (range === "whole") {
    headers.set("content-length", String(file.size));
    return new Response(file, { headers });
  }
  const part = file.slice(range.start, range.end + 1, file.type);
  headers.set("content-range", `bytes ${range.start}-${range.end}/${file.size}`);
  headers.set("content-length", String(part.size));
  return new Response(part, { status: 206, statusText: "Partial Content", headers });
}
