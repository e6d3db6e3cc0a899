/**
 * The product's constants (most in specification 10), whichever program applies them; a module's own tuning stays beside
 * its code.
 */

/** How long a toast stays, and one with a button. */
export const toastMs = 4_000;
export const actionToastMs = 10_000;
/** From 0 to 1, until the user has chosen another one. */
export const defaultVolume = 0.5;
/** The pause before a track that is the only one starts again (specification 6.7). */
export const singleTrackReplayMs = 2_000;
/** A script of the page that has not come by then counts as failed. */
export const chunkLoadTimeoutMs = 120_000;
/** An unfinished registration expires after this time. */
export const storedRegistrationMs = 24 * 60 * 60 * 1000;
/** Songs in the right column "Top 3 {genre} songs". */
export const topSongsCount = 3;
/** Of so many first songs a list without an image takes its covers, and so many make its mosaic (specification 3.15.5). */
export const coverSongs = 24;
export const mosaicTiles = 4;
/** `GET /songs?ids=` takes at most this many. */
export const idsPerRequest = 100;
/** Maximum length of a user's `followedBy`, newest first (specification 5.13). */
export const maxFollowedBy = 1_000;
/** Deleting the account or changing its email or password requires a sign-in within this time (specification 10.1). */
export const freshSignInMs = 5 * 60 * 1000;
/** The server clamps `playedAt` to this time before its arrival (specification 13.5). */
export const playedWithinMs = 30 * 24 * 60 * 60 * 1000;
/** Counted plays per song, user and day. */
export const playsPerDay = 50;
/** Minimum time between two computations of the genre ranking (specification 14.1). */
export const genresEveryMs = 60 * 1000;
/** Maximum body size of an order in bytes (specification 7.8). */
export const orderBodyBytes = 2_000_000;
/** Parallel audio downloads. */
export const downloadsAtOnce = 2;
/** Debounce time of a new order after the last drop (specification 7.2). */
export const orderSaveMs = 3_000;
/** A song longer than twice this counts as played after this listening time (specification 6.13). */
export const playHeardSeconds = 4 * 60;
/** A drag begins after the mouse has moved this far on the handle, in px, or a finger has rested on it this long (specification 7.4). */
export const dragMousePx = 5;
export const dragTouchMs = 120;
/** A finger that moves farther before that scrolls; in px. */
export const dragTouchTolerancePx = 8;
/** How many songs the home screen shows of each ranking, and how many recommended playlists (specification 3.5). */
export const rankedShown = 10;
export const recommendedShown = 12;

/** Lightness of every cover's colour in OKLCH, and its highest chroma: what texts on its tint are checked against. */
export const coverColor = { lightness: 0.5, maxChroma: 0.085 };

/** Bounds of a song's lyrics, in lines and UTF-16 units; whatever a file's tags have beyond is left out. */
export const lyricsLimits = { lines: 1_000, line: 300, characters: 40_000 };
