/**
 * What a promised browser lacks and the app may use all the same: each behind a guard, with its fallback beside it, or
 * without loss where it does nothing.
 */

/** In files of ours: name -> the one file that may use it. */
export const guarded = {
  "document.startViewTransition": "src/ui/view-transition.ts",
  "navigator.connection": "src/lib/metered-connection.ts",
  requestIdleCallback: "src/app/when-idle.ts",
  setConsumer: "src/pwa/shared-files.ts",
  scheduler: "src/lib/yield-to-event-loop.ts",
};

/** In libraries, which ask before they use it. */
export const inLibraries = {
  setImmediate: "Dexie and React: the browsers' own timers instead",
  "navigator.userAgentData": "Firebase and Base UI: the user agent's text instead",
  "Uint8Array.fromHex": "noble-hashes: a table instead",
  toHex: "noble-hashes: a table instead",
  "Error.captureStackTrace": "Firebase: the stack as it is",
  navigation: "React: marks its transitions for the browser where it can",
  canIntercept: "React, see navigation",
  currentEntry: "React, see navigation",
  skipTransition: "React, see document.startViewTransition",
  updateCallbackDone: "TanStack Router, see document.startViewTransition",
  "document.startViewTransition": "TanStack Router: changes screens without one",
  fromElement: "React: old browsers' name of relatedTarget",
  marginLeft: "Floating UI: a style, not the descriptor of that name",
  marginRight: "Floating UI, see marginLeft",
};

/** In styles. */
export const harmless = {
  "text-size-adjust": "only phones enlarge text by themselves, and those know it",
  "-webkit-tap-highlight-color": "as text-size-adjust",
  cursor: "phones have none",
  "scrollbar-gutter": "the page moves a little when a dialog opens",
  "scrollbar-color": "the browser's own colours",
  "-webkit-touch-callout": "only iOS opens a menu at a long press",
  "scrollbar-width": "the browser's own width",
  ":-webkit-search-cancel-button": "Firefox draws none",
  "overflow-anchor": "Safari follows nothing when the page changes",
  "overflow-anchor: none": "see above",
  "text-wrap": "lines break elsewhere",
  "hyphenate-limit-chars": "short words are hyphenated, too",
  ":selection": "the browser's own colours",
  "user-select": "beside it stands the prefixed one",
  "forced-color-adjust": "only Windows forces colours",
  resize: "phones have no handle",
  "field-sizing": "the field scrolls instead of growing",
  ":view-transition": "the sheet opens at once: src/ui/view-transition.ts",
  ":view-transition-group": "see above",
  ":view-transition-old": "see above",
  ":view-transition-new": "see above",
  ":-webkit-slider-runnable-track": "each engine's own name of a slider's part",
  ":-moz-range-track": "see above",
  ":-webkit-slider-thumb": "see above",
  ":-moz-range-thumb": "see above",
};
