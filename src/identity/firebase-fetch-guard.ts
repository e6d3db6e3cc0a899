/**
 * Keeps the firebase package from signing its user out over trouble on the way: at a start it forgets its user over any
 * answer of `lookup` and `token` but a good one or a broken network, so also over Google's 429 and 503 and over a
 * captive portal that speaks JSON (specification 16.6).
 */
import { endsSignIn } from "./sign-in-ended.ts";

const guarded = /\b(identitytoolkit|securetoken)\.googleapis\.com\/v1\/(accounts:lookup|token)\?/;

/** The package asks for the global `fetch` at every call, and has no place of its own to give it another. */
export function guardFirebaseFetch(): void {
  const plain = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await plain(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (!guarded.test(url)) return response;
    const answer: unknown = await response.clone().json();
    if (isFinal(response.status, answer)) return response;
    // What the package takes for a broken network.
    throw new TypeError(`The identity provider answered ${response.status}`);
  };
}

/** A good answer, or a refusal by the provider itself that the next try will not change. */
function isFinal(status: number, answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return false;
  if (status >= 200 && status < 300) return "users" in answer || "access_token" in answer;
  return endsSignIn(status, answer);
}
