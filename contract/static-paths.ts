/** Where the app's scripts and styles are. */

/** As the build names them (`vite.config.ts`). */
export const staticPath = "/static/";

/** The same files, for a page whose browser must not read them out of the worker's cache (specification 17.49). */
export const unroutedPath = "/unrouted/";
