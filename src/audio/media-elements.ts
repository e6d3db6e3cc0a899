/**
 * A pool of two media elements: one plays, the other preloads the next track. Reused, because Safari on a locked phone
 * starts only elements that were loaded in a user gesture (https://github.com/goldfire/howler.js/issues/1771), and
 * because an abandoned element keeps its decoder until it is garbage-collected.
 */
export interface MediaElements {
  take(): HTMLAudioElement;
  release(element: HTMLAudioElement): void;
}

/** One for the playing track, one for the next. */
const poolSize = 2;

export function createMediaElements(create = createElement): MediaElements {
  const idle: HTMLAudioElement[] = [];
  let count = 0;

  const make = () => {
    count += 1;
    return create();
  };

  return {
    take() {
      const element = idle.pop() ?? make();
      while (count < poolSize) idle.push(make());
      // `load` in a user gesture unlocks an element in Safari; otherwise it has no effect on an empty one.
      for (const other of idle) other.load();
      return element;
    },
    release(element) {
      // Removes Howler's silent data URL: an element without a source frees its decoder and connection at once.
      element.removeAttribute("src");
      element.load();
      element.muted = false;
      if (idle.length < poolSize) idle.push(element);
      else count -= 1;
    },
  };
}

/**
 * In CORS mode, also on the page's own origin. Firefox takes requests without it past the worker when the media come from
 * another origin (https://github.com/whatwg/fetch/issues/1936), and Chromium ends a song whose parts come from the network
 * and from the device.
 */
const createElement = () => Object.assign(new Audio(), { crossOrigin: "anonymous" });
