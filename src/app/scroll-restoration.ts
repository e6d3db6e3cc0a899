/**
 * Keeps where the window and its shelves stood in each history entry and returns there, also after a reload. The router's
 * own memory takes the place of a pending screen for that of the screen it left, and it scrolls once, when a list may have
 * no height yet, and a shelf may not be there.
 */
import type { AnyRouter, ParsedLocation } from "@tanstack/react-router";
import * as v from "valibot";
import { tabValue } from "../lib/tab-value.ts";
import { language } from "./language.ts";

const stored = tabValue("offbeat.places");
/** Of an entry: px from the top, and those of its shelves from the left, by their names. */
const Place = v.object({ top: v.number(), shelves: v.record(v.string(), v.number()) });
type Place = v.InferOutput<typeof Place>;
const Places = v.record(v.string(), Place);
type Places = v.InferOutput<typeof Places>;

/** How long a page may take to become high enough; milliseconds. Later the person is used to where it stands. */
const patienceMs = 15_000;
/** A user who does one of these chooses a place. */
const ownMoves = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** To be called once. The router's own restoration, which listens before, does the rest, such as new screens. */
export function restoreScroll(router: Pick<AnyRouter, "subscribe">): void {
  const places = readPlaces();
  /** The entry whose screen is shown; undefined while the next one is on its way. */
  let shown: string | undefined;
  let returning: { left: () => Partial<Place>; stop: () => void } | undefined;

  const note = () => {
    if (shown === undefined) return;
    const { top = window.scrollY, shelves } = returning?.left() ?? {};
    places[shown] = { top, shelves: { ...shelfPlaces(), ...shelves } };
  };
  const stopReturning = () => {
    returning?.stop();
    returning = undefined;
  };
  router.subscribe("onBeforeLoad", () => {
    note();
    shown = undefined;
    stopReturning();
  });
  router.subscribe("onRendered", ({ toLocation }) => {
    shown = keyOf(toLocation);
    const place = places[shown];
    if (place !== undefined) returning = returnTo(place, stopReturning);
  });
  // The screen is about to be mounted anew, which may leave a shorter page for some frames.
  language.subscribe(() => {
    note();
    shown = undefined;
  });
  const keep = () => {
    note();
    stored.write(places);
  };
  window.addEventListener("pagehide", keep);
  // Phones end hidden pages, and browsers discard tabs, without another word.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep();
  });
}

const keyOf = ({ state, href }: ParsedLocation): string => state.__TSR_key ?? href;

/**
 * Scrolls to a place, and on whenever the page has grown, until all of it is reached or the user moves. Returns what is left
 * of it, and a stop function; undefined if nothing is.
 */
function returnTo({ top, shelves }: Place, onEnd: () => void) {
  let left: Partial<Place> = { top, shelves };
  const goOn = () => {
    if (left.top !== undefined) window.scrollTo({ top, left: window.scrollX, behavior: "instant" });
    const isThere = left.top === undefined || Math.abs(window.scrollY - top) < 1;
    const others = Object.entries(left.shelves ?? {}).filter(([name, place]) => !moveShelf(name, place));
    // The window is left alone from then on, whatever shelves are still to come.
    left = { ...(!isThere && { top }), ...(others.length > 0 && { shelves: Object.fromEntries(others) }) };
    return isThere && others.length === 0;
  };
  if (goOn()) return undefined;
  return { left: () => left, stop: onGrowth(() => goOn() && onEnd(), onEnd) };
}

/** Calls `grown` whenever the page has grown, and `onEnd` once the user moves or has waited long. Returns a stop function. */
function onGrowth(grown: () => void, onEnd: () => void): () => void {
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  for (const move of ownMoves) window.addEventListener(move, onEnd, options);
  let frame = 0;
  // Not at once: a scroll lays the page out, and an observer that causes sizes to change is an error of the page.
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(grown);
  });
  observer.observe(document.body);
  const timer = setTimeout(onEnd, patienceMs);
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    observer.disconnect();
    listening.abort();
  };
}

const shelfElements = () => [...document.querySelectorAll<HTMLElement>("main [role=list][aria-label]")];
const nameOf = (shelf: HTMLElement) => shelf.getAttribute("aria-label") ?? "";

const shelfPlaces = (): Place["shelves"] =>
  Object.fromEntries(
    shelfElements().flatMap((shelf) => (shelf.scrollLeft === 0 ? [] : [[nameOf(shelf), shelf.scrollLeft]])),
  );

/** Returns whether it is there and reached its place. */
function moveShelf(name: string, place: number): boolean {
  const shelf = shelfElements().find((each) => nameOf(each) === name);
  shelf?.scrollTo({ left: place, behavior: "instant" });
  return shelf !== undefined && Math.abs(shelf.scrollLeft - place) < 1;
}

/** Of this tab. */
function readPlaces(): Places {
  const read = v.safeParse(Places, stored.read());
  return read.success ? read.output : {};
}
