/**
 * Prevents the firebase package from signing its user out after a temporary failure: at start it drops the user after any
 * response of `lookup` and `token` except a success or a network error, even after Google's 429 and 503 or a captive
 * portal's JSON (specification 16.6).
 */
import { endsSignIn, saysDeleted } from "./sign-in-ended.ts";

const guarded = /\b(identitytoolkit|securetoken)\.googleapis\.com\/v1\/(accounts:lookup|token)\?/;

/**
 * Patches the global `fetch`, which the package uses and cannot be given otherwise.
 * @param onDeleted called before the package hears that its user's account was deleted; the package tells no reasons
 */
export function guardFirebaseFetch(onDeleted: () => void): void {
  const plain = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await plain(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (!guarded.test(url)) return response;
    const answer: unknown = await response.clone().json();
    if (saysDeleted(response.status, answer)) onDeleted();
    if (isFinal(response.status, answer)) return response;
    // The package treats a TypeError as a network error.
    throw new TypeError(`The identity provider answered ${response.status}`);
  };
}

/** A success, or a permanent error of the provider itself. */
function isFinal(status: number, answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return false;
  if (status >= 200 && status < 300) return "users" in answer || "access_token" in answer;
  return endsSignIn(status, answer);
}
