/**
 * Adds a query parameter to URLs that failed before: for minutes, Chromium reuses the bytes that it has loaded for a URL,
 * even after a damaged file was replaced.
 */
import type { OpenSound, SoundFault } from "./sound-interface.ts";

const addressesAtMost = 100;

export function avoidFailedAddresses(openSound: OpenSound): OpenSound {
  /** Failures per URL, the most recent last. */
  const failures = new Map<string, number>();

  function note(url: string): void {
    const count = (failures.get(url) ?? 0) + 1;
    failures.delete(url);
    failures.set(url, count);
    const [oldest] = failures.keys();
    if (failures.size > addressesAtMost && oldest !== undefined) failures.delete(oldest);
  }

  return (url, position, on, loudness) => {
    const count = failures.get(url);
    const requestUrl = count === undefined ? url : `${url}${url.includes("?") ? "&" : "?"}again=${count}`;
    const noted = {
      ...on,
      failed(fault: SoundFault) {
        note(url);
        on.failed(fault);
      },
    };
    return openSound(requestUrl, position, noted, loudness);
  };
}
