import { type RefObject, useEffect } from "react";

/** The items of longer lists do not move: each would have to be measured. */
export const mostMoving = 30;

/** That of `--slow` in tokens.css; milliseconds. */
const duration = 200;
/** How long after a press or a key a list still moves: the library measures each item every two seconds. */
const restMs = 10_000;
/** The library begins to measure an item up to this late, even if it has been told to stop. */
const lateMs = 2_000;

/**
 * Lets the items of a short list slide to their new places when some come, go or move while the page is in use
 * (specification 20.24). Not for people who want less motion. The script comes late, and without it nothing slides.
 */
export function useListMotion(ref: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const list = ref.current;
    return isOn && list !== null && "animate" in list ? moveWhileUsed(list) : undefined;
  }, [ref, isOn]);
}

type Library = typeof import("@formkit/auto-animate").default;
let library: Promise<Library> | undefined;

async function loadLibrary(): Promise<Library> {
  try {
    const { default: autoAnimate } = await import("@formkit/auto-animate");
    // It takes the page to stand at the top until it has heard of a scroll, and scrolls there when an item leaves.
    window.dispatchEvent(new Event("scroll"));
    return autoAnimate;
  } catch (error) {
    // The next press tries again.
    library = undefined;
    throw error;
  }
}

/** Returns a stop function. */
function moveWhileUsed(list: HTMLElement): () => void {
  let isAwake = false;
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function start(): Promise<void> {
    const autoAnimate = await (library ??= loadLibrary());
    if (isAwake) stop ??= autoAnimate(list, { duration, easing: "ease-out" }).destroy;
  }

  function wake(): void {
    clearTimeout(timer);
    timer = setTimeout(rest, restMs);
    if (isAwake) return;
    isAwake = true;
    start().catch((error: unknown) => console.warn("The motion of lists could not be loaded", error));
  }

  function rest(): void {
    clearTimeout(timer);
    isAwake = false;
    const ended = stop;
    stop = undefined;
    ended?.();
    timer = setTimeout(() => ended?.(), lateMs);
  }

  const uses = ["pointerdown", "keydown"] as const;
  for (const use of uses) document.addEventListener(use, wake, { capture: true, passive: true });
  return () => {
    for (const use of uses) document.removeEventListener(use, wake, { capture: true });
    rest();
  };
}
