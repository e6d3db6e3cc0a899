/** Serves Range requests from a cached file (specification 17.11, RFC 9110 14). */
import { parseRange } from "../contract/rules/range.ts";
import { hasAllBytes } from "./account-caches.ts";

/**
 * Returns 200, 206 or 416 for a cached file; the browser reads only the requested part. Undefined if the file's size has
 * changed since it was stored.
 *
 * Replaces Workbox's `createPartialResponse`, which returns 416 for an end beyond the file, although media elements send
 * it and the RFC truncates it, and which omits the length that a 416 must carry.
 */
export async function answerRange(header: string | null, stored: Response): Promise<Response | undefined> {
  const file = await stored.blob();
  if (!hasAllBytes(file, stored)) return undefined;
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
