import type { ReadableStore } from "../lib/store.ts";
import { texts } from "../texts/texts.ts";
import type { ChangingMessage } from "../ui/message.ts";

/**
 * What a form says without a network; once the network is back, that it can be sent.
 * @param wasAway the network was lost since the form was sent, and may be back by now
 */
export function networkMessage(online: ReadableStore<boolean>, offline: string, wasAway = false): ChangingMessage {
  // The provider may be out of reach while our own server is not: then nothing comes back.
  let wasLost = wasAway || !online.get();
  return {
    get: () => (wasLost && online.get() ? texts.app.onlineAgain : offline),
    subscribe: (listener) =>
      online.subscribe(() => {
        wasLost ||= !online.get();
        listener();
      }),
  };
}
