/**
 * Prevents the firebase package from signing its user out after a temporary failure: at start it drops the user after any
 * response of `lookup` and `token` except a success or a network error, even after Google's 429 and 503 or a captive
 * portal's JSON (specification 16.6). Of all other calls it takes a server's failure for a lost network (9.10).
 */
import * as v from "valibot";
import { endsSignIn, saysDeleted } from "./sign-in-ended.ts";

const guarded = /\b(identitytoolkit|securetoken)\.googleapis\.com\/v1\/(accounts:lookup|token)\?/;
const provider = /\bidentitytoolkit\.googleapis\.com\/v1\/accounts:/;

interface Guard {
  /** Called before the package hears that its user's account was deleted; the package tells no reasons. */
  onDeleted: () => void;
  /** Whether this browser has stored another sign-in by now than the one of a refused request, whose body this is. */
  isReplaced: (sent: string) => Promise<boolean>;
}

/** Patches the global `fetch`, which the package uses and cannot be given otherwise. */
export function guardFirebaseFetch({ onDeleted, isReplaced }: Guard): void {
  const plain = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await plain(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (!guarded.test(url)) return response.status >= 500 && provider.test(url) ? asFailure(response) : response;
    const answer: unknown = await response.clone().json();
    const isDeleted = saysDeleted(response.status, answer);
    if (isDeleted) onDeleted();
    const isRefusal = endsSignIn(response.status, answer);
    if (isRefusal && !isDeleted && (await isReplaced(typeof init?.body === "string" ? init.body : "")))
      // The package takes over what is stored. It would sign the other tabs out.
      throw new TypeError("Another tab has changed the sign-in");
    if (isRefusal || isSuccess(response.status, answer)) return response;
    // The package treats a TypeError as a network error.
    throw new TypeError(`The identity provider answered ${response.status}`);
  };
}

function isSuccess(status: number, answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null || status < 200 || status >= 300) return false;
  return "users" in answer || "access_token" in answer;
}

const ProviderError = v.object({ error: v.object({ message: v.string() }) });

/** In the provider's words, without which the package speaks of the network: a proxy answers with a page of its own. */
async function asFailure(response: Response): Promise<Response> {
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (v.is(ProviderError, answer)) return response;
  return Response.json({ error: { code: response.status, message: "UNAVAILABLE" } }, { status: response.status });
}
