/** The channel between the tabs of one account, within one test. */
import type { Channel } from "../../src/features/player/player-tabs.ts";

/** Tabs of one account: a message reaches all but its sender. */
export function createHub() {
  const listeners = new Map<object, (event: { data: unknown }) => void>();
  return (): Channel => {
    const channel: Channel = {
      postMessage(data) {
        const copy = structuredClone(data);
        for (const [other, listen] of listeners) if (other !== channel) listen({ data: copy });
      },
      addEventListener: (_, listener) => void listeners.set(channel, listener),
      close: () => void listeners.delete(channel),
    };
    return channel;
  };
}
