/** Weak ETags of JSON answers (specification 11.14). */
import { createHash } from "node:crypto";

export const weakTag = (text: string) => `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;

/** Whether `If-None-Match` names this tag; weak comparison, as it is meant for GET. */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (value: string) => value.trim().replace(/^W\//, "");
  return ifNoneMatch.split(",").some((value) => value.trim() === "*" || opaque(value) === opaque(tag));
}
