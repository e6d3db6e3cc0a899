import type { ReadableStore } from "../lib/store.ts";
import { texts } from "../texts/texts.ts";
import type { ChangingMessage } from "../ui/message.ts";

/** What a form says without a network; once the network is back, that it can be sent. */
export function networkMessage(online: ReadableStore<boolean>, offline: string): ChangingMessage {
  // The provider may be out of reach while our own server is not: then nothing comes back.
  let wasLost = !online.get();
  return {
    get: () => (wasLost && online.get() ? texts.app.onlineAgain : offline),
    subscribe: (listener) =>
      online.subscribe(() => {
        wasLost ||= !online.get();
        listener();
      }),
  };
}
