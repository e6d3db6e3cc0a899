/** The sentence for a failed form. Flows of this folder throw sentences; a missing chunk does not. */
import { ApiError } from "../../api/api-error.ts";
import type { App } from "../../app/app-context.ts";
import { ChunkLoadError } from "../../app/lazy-import.ts";
import { networkMessage } from "../../app/network-message.ts";
import { IdentityError } from "../../identity/identity.ts";
import { texts } from "../../texts/texts.ts";
import type { Message } from "../../ui/message.ts";

export function formSentence(failure: unknown): string {
  if (failure instanceof ChunkLoadError) return `${texts.app.chunkFailed}. ${texts.app.chunkFailedHint}`;
  // The browser's own words are for developers: it may not store how long the sign-in lasts.
  if (failure instanceof DOMException) return texts.auth.storageSilent;
  return failure instanceof Error ? failure.message : texts.app.failed;
}

/**
 * That of a lost network changes once it is back.
 * @param wasAway see `networkMessage`
 */
export function formMessage(failure: unknown, { online }: Pick<App, "online">, wasAway?: boolean): Message {
  const sentence = formSentence(failure);
  if (!isNetworkFailure(failure)) return sentence;
  // The provider's calls tell nobody that the network is gone.
  online.check();
  return networkMessage(online, sentence, wasAway);
}

/** @param open loads the app, which a flow that lost the network has done */
export async function visitorMessage(failure: unknown, open: () => Promise<{ app: App }>): Promise<Message> {
  return isNetworkFailure(failure) ? formMessage(failure, (await open()).app) : formSentence(failure);
}

/**
 * Asks whether the server is there.
 * @param open loads the app, which the form's flow is doing
 */
export function checkServer(open: () => Promise<{ app: App }>): void {
  open().then(
    ({ app }) => app.online.check(),
    // The flow says so itself.
    () => {},
  );
}

export function isNetworkFailure(failure: unknown): boolean {
  const cause = failure instanceof Error ? failure.cause : undefined;
  return (cause instanceof ApiError || cause instanceof IdentityError) && cause.isNetwork;
}
