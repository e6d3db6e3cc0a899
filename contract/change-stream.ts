/**
 * The stream of server-sent events that tells an account's open pages that something of the account changed, without
 * saying what (specification 17.57). Each event is `data: changed`.
 */
import * as v from "valibot";

/** Below the base URL of the API; `page` in the query names the page that listens. */
export const changeStreamPath = "/changes";

/** The header of writes that names the page which makes them: its own stream stays silent about them. */
export const pageHeader = "offbeat-page";

/** A random name of one open page. */
export const PageId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

/** The server sends at least a comment in this time; milliseconds. */
export const heartbeatMs = 20_000;
