/** Constants of the product that several programs need (specification 10). */
export const toastMs = 4_000;
export const defaultVolume = 0.5;
export const singleTrackReplayMs = 2_000;
export const chunkLoadTimeoutMs = 120_000;
/** A stored registration that was never completed is forgotten after this time (specification 2). */
export const storedRegistrationMs = 24 * 60 * 60 * 1000;
/** `GET /songs?ids=` takes at most this many. */
export const idsPerRequest = 100;
/** Audio downloads at a time (specification 17). */
export const downloadsAtOnce = 2;
