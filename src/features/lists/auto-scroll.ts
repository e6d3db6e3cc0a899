/** The part at each edge of what scrolls where a drag scrolls it, as a share of its height. */
const zone = 0.2;
/** At the edge itself; px per millisecond. */
const fastest = 2;
/** So far from the edge the list's own beginning or end stops it: both stay near enough for a drop. In px. */
const margin = 96;
/** A page that stood still for longer scrolls no farther for it; milliseconds. */
const longestFrameMs = 50;

/**
 * Scrolls the panel or the page around a list while the pointer of a drag is near its upper or lower edge. Only towards
 * where the pointer has been moving: a row that is lifted near an edge scrolls nothing yet. Returns a function that ends
 * it.
 */
export function autoScroll(list: HTMLElement): () => void {
  const area = scrollAreaOf(list);
  const { top, bottom } = edgesOf(area);
  const reach = (bottom - top) * zone;
  const near = Math.min(margin, reach);
  let y: number | undefined;
  let hasMoved = { up: false, down: false };
  let before = performance.now();

  function follow(event: MouseEvent | TouchEvent): void {
    const now = "touches" in event ? event.touches[0]?.clientY : event.clientY;
    if (now === undefined) return;
    if (y !== undefined) hasMoved = { up: hasMoved.up || now < y, down: hasMoved.down || now > y };
    y = now;
  }

  /** As far as something is left of the list in that direction. */
  function scroll(by: number): void {
    const rect = list.getBoundingClientRect();
    const room = by < 0 ? top + near - rect.top : rect.bottom - (bottom - near);
    if (room > 0) area.scrollBy(0, Math.sign(by) * Math.min(Math.abs(by), room));
  }

  /** From -1, up, to 1, down. */
  function speed(): number {
    if (y === undefined) return 0;
    if (hasMoved.up && y < top + reach) return Math.max(-1, (y - top - reach) / reach);
    if (hasMoved.down && y > bottom - reach) return Math.min(1, (y - bottom + reach) / reach);
    return 0;
  }

  function step(now: number): void {
    const ms = Math.min(now - before, longestFrameMs);
    before = now;
    const by = speed() * fastest * ms;
    if (by !== 0) scroll(by);
    frame = requestAnimationFrame(step);
  }

  let frame = requestAnimationFrame(step);
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  window.addEventListener("mousemove", follow, options);
  window.addEventListener("touchmove", follow, options);
  return () => {
    cancelAnimationFrame(frame);
    listening.abort();
  };
}

/** The nearest panel that scrolls, or the page. */
function scrollAreaOf(list: HTMLElement): Element {
  for (let panel = list.parentElement; panel !== null && panel !== document.body; panel = panel.parentElement) {
    const isScroller = /auto|scroll/.test(getComputedStyle(panel).overflowY);
    if (isScroller && panel.scrollHeight > panel.clientHeight) return panel;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** On the screen. */
function edgesOf(area: Element): { top: number; bottom: number } {
  return area === document.scrollingElement ? { top: 0, bottom: window.innerHeight } : area.getBoundingClientRect();
}
