/**
 * Calls that find no network while the server can be reached: something on the way refuses them alone, such as an ad
 * blocker, a firewall with a page of its own, or a proxy that takes no large bodies (specification 17.25, 17.29).
 */
import type { Api } from "../api/api-client.ts";
import { askApi } from "../api/probe-server.ts";
import { withTimeout } from "../lib/with-timeout.ts";

/** So many losses in a row may be a line that was away for a moment: nothing overtakes. */
export const maxPatience = 2;
/** Losses in a row until the user is asked: about a quarter of an hour of attempts. */
export const maxHeldBack = 10;
/** Least time between two that count; milliseconds. */
export const leastGapMs = 2_000;

/** Why it needs attention then. */
export const heldBack = {
  code: "blocked",
  title:
    "Something on the way to the server holds this back, such as an ad blocker or a firewall. Allow this site there, or try another network",
};

/** Longest wait for the server's answer; milliseconds. */
const questionMs = 5_000;

/** Whether the server answers at all, whatever it says. Never rejects. @param uid of whoever is signed in */
export const serverAnswers = (api: Api, uid: string, signal: AbortSignal): Promise<boolean> =>
  withTimeout(questionMs, askApi(api, uid, signal)).then(
    () => true,
    () => false,
  );
