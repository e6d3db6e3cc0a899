/** Refuses deeply nested JSON before parsing: recursive code overflows the stack on it (specification 11.20). */

/** Deeper than any body of the contract. */
const maxDepth = 32;

const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

export function isTooDeep(json: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (inText && code === backslash) at++;
    else if (code === quote) inText = !inText;
    else if (inText) continue;
    else if (opening.has(code)) depth++;
    else if (closing.has(code)) depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}
