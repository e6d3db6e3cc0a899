/** The identity provider behind the real firebase package, which takes `fetch` while it loads: to be called in `vi.hoisted`. */
import { vi } from "vitest";

/** `answer` takes the place of `fetch` until `restore`. */
export function answerForProvider() {
  const plain = globalThis.fetch;
  const answer = vi.fn<typeof fetch>();
  globalThis.fetch = (input, init) => answer(input, init);
  return { answer, restore: () => void (globalThis.fetch = plain) };
}

const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, "");

/** An id token of an hour with these claims, which nobody has signed. */
export function idTokenWith(claims: object): string {
  const now = Math.floor(Date.now() / 1000);
  return `${part({ alg: "RS256" })}.${part({ ...claims, iat: now, exp: now + 3600 })}.x`;
}
