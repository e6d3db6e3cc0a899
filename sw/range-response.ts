/** Answers to every form of a Range header from a file that lies on the device (specification 17.11, RFC 9110 14). */
import { parseRange } from "../contract/rules/range.ts";

/**
 * 200, 206 or 416 for a stored file; the browser reads only the part that is asked for. Undefined when the file is not
 * as long as it was when it was stored.
 *
 * Not Workbox's `createPartialResponse`: it answers 416 to an end past the file, which media elements send and the RFC
 * wants cut to the file, and leaves out the length that a 416 must carry.
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
