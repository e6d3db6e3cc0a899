/**
 * Addresses whose sound failed, which are asked under another query from then on: Chromium gives every element that asks
 * for the same address within minutes the bytes that it had before, also where a damaged file has been replaced.
 */
import type { OpenSound } from "./sound-interface.ts";

const addressesAtMost = 100;

export function avoidFailedAddresses(openSound: OpenSound): OpenSound {
  /** How often each failed; the one that failed last comes last. */
  const failures = new Map<string, number>();

  function note(url: string): void {
    const count = (failures.get(url) ?? 0) + 1;
    failures.delete(url);
    failures.set(url, count);
    const [oldest] = failures.keys();
    if (failures.size > addressesAtMost && oldest !== undefined) failures.delete(oldest);
  }

  return (url, position, on) => {
    const count = failures.get(url);
    const asked = count === undefined ? url : `${url}${url.includes("?") ? "&" : "?"}again=${count}`;
    return openSound(asked, position, {
      ...on,
      failed(fault) {
        note(url);
        on.failed(fault);
      },
    });
  };
}
