/**
 * The two media elements of the page: one plays, the other gets the next track ready. They are used again and again,
 * because Safari on a locked phone starts only elements that once were loaded within a gesture
 * (https://github.com/goldfire/howler.js/issues/1771), and because each abandoned element keeps its decoder until it is
 * collected.
 */
export interface MediaElements {
  take(): HTMLAudioElement;
  giveBack(element: HTMLAudioElement): void;
}

/** How many are kept: the track that plays and the one after it. */
const kept = 2;

export function createMediaElements(create: () => HTMLAudioElement = () => new Audio()): MediaElements {
  const idle: HTMLAudioElement[] = [];
  let made = 0;

  const make = () => {
    made += 1;
    return create();
  };

  return {
    take() {
      const element = idle.pop() ?? make();
      while (made < kept) idle.push(make());
      // `load` within a gesture is what frees an element in Safari; outside of one it does nothing to an empty element.
      for (const other of idle) other.load();
      return element;
    },
    giveBack(element) {
      // Howler leaves a silent data url behind: without a source the decoder and the connection go at once.
      element.removeAttribute("src");
      element.load();
      element.muted = false;
      if (idle.length < kept) idle.push(element);
      else made -= 1;
    },
  };
}
