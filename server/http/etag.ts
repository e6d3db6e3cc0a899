/** Weak ETags of JSON responses. */
import { createHash } from "node:crypto";

export const weakTag = (text: string) => `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;

/** Whether `If-None-Match` contains this tag, by the weak comparison that RFC 9110 requires for GET. */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (value: string) => value.trim().replace(/^W\//, "");
  return ifNoneMatch.split(",").some((value) => value.trim() === "*" || opaque(value) === opaque(tag));
}
