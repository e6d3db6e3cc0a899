/** Constants of the product that several programs need (specification 10). */
export const toastMs = 4_000;
export const actionToastMs = 10_000;
export const defaultVolume = 0.5;
export const singleTrackReplayMs = 2_000;
export const chunkLoadTimeoutMs = 120_000;
/** A stored registration that was never completed is forgotten after this time (specification 2). */
export const storedRegistrationMs = 24 * 60 * 60 * 1000;
/** `GET /songs?ids=` takes at most this many. */
export const idsPerRequest = 100;
/** Newest followers that a user's `followedBy` holds at most (specification 5.13). */
export const followedByAtMost = 1_000;
/** A sign-in older than this does not delete the account, nor change its email or password (specification 10.1). */
export const freshSignInMs = 5 * 60 * 1000;
/** `playedAt` is held within this time before its arrival (specification 13.5). */
export const playedWithinMs = 30 * 24 * 60 * 60 * 1000;
/** Plays of one song by one user that count on one day. */
export const playsPerDay = 50;
/** The genre ranking is recomputed at most once in this time (specification 14.1). */
export const genresEveryMs = 60 * 1000;
/** Body of an order in bytes (specification 7.8). */
export const orderBodyBytes = 2_000_000;
/** Audio downloads at a time (specification 17). */
export const downloadsAtOnce = 2;
/** A new order is sent this long after the last drop (specification 7.2). */
export const orderSaveMs = 3_000;
/** A song longer than twice this counts as played once this much was heard (specification 6.13). */
export const playHeardSeconds = 4 * 60;
