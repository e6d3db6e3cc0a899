/** The sentence for a failed flow: from the identity's table for the provider's codes, else the server's own. */
import { providerSentence } from "../../identity/provider-messages.ts";
import { ApiError } from "../../api/api-error.ts";
import { IdentityError } from "../../identity/identity.ts";
import { texts } from "../../texts/texts.ts";

/** The message is the sentence to show. */
export class SentenceError extends Error {}

/** @param toSentence for the provider's codes */
export function flowSentence(error: unknown, toSentence = providerSentence): string {
  if (error instanceof IdentityError) return texts.sentence(toSentence(error.code, error.message));
  if (error instanceof ApiError) return texts.sentence(error.problem?.errors?.[0]?.message ?? error.message);
  if (error instanceof SentenceError) return error.message;
  console.error(error);
  return texts.app.failed;
}

/** Runs a flow. Throws an Error whose message is the sentence to show. */
export async function withSentence<T>(flow: () => Promise<T>, toSentence = providerSentence): Promise<T> {
  try {
    return await flow();
  } catch (error) {
    throw new Error(flowSentence(error, toSentence), { cause: error });
  }
}
