/**
 * Every text of the interface, in English; a second language is a second file of this shape. Sentences of validation
 * and of the provider are rules of the contract (specification 8, 9).
 */
export const texts = {
  app: {
    name: "Offbeat",
    failed: "Something went wrong! Try again",
    goneSong: "A song you liked is gone: it was deleted or made private",
    reload: "Reload",
    chunkFailed: "A part of Offbeat could not be loaded",
    chunkFailedHint: "The connection broke, or Offbeat was updated meanwhile.",
    updateReady: "A new version of Offbeat is ready",
    update: "Update",
    notFound: "There is nothing here",
    notFoundHint: "The address is wrong, or what was here is gone.",
    home: "Home",
    back: "Back",
    skip: "Skip to content",
  },
  auth: {
    registered: "You are successfully registered!",
    sessionLost: "Your session has ended. Sign in again: your music and your changes are still here",
  },
  songs: {},
  player: {},
  uploads: {},
} as const;
