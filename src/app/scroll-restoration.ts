/**
 * Keeps where the window stood in each history entry and returns there, also after a reload. The router's own memory
 * takes the place of a pending screen for that of the screen it left, and it scrolls once, when a list may have no height
 * yet.
 */
import type { AnyRouter, ParsedLocation } from "@tanstack/react-router";
import * as v from "valibot";
import { tabValue } from "../lib/tab-value.ts";
import { language } from "./language.ts";

const stored = tabValue("offbeat.places");
const Places = v.record(v.string(), v.number());
type Places = v.InferOutput<typeof Places>;

/** How long a page may take to become high enough; milliseconds. Later the person is used to where it stands. */
const patienceMs = 15_000;
/** A user who does one of these chooses a place. */
const ownMoves = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** To be called once. The router's own restoration, which listens before, does the rest: shelves, and new screens. */
export function restoreScroll(router: Pick<AnyRouter, "subscribe">): void {
  const places = readPlaces();
  /** The entry whose screen is shown; undefined while the next one is on its way. */
  let shown: string | undefined;
  let returning: { to: number; stop: () => void } | undefined;

  const note = () => {
    if (shown !== undefined) places[shown] = returning?.to ?? window.scrollY;
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
    if (place === undefined) return;
    scrollTo(place);
    if (!isReached(place)) returning = { to: place, stop: scrollWhenHigher(place, stopReturning) };
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

const scrollTo = (place: number) => window.scrollTo({ top: place, left: window.scrollX, behavior: "instant" });

const isReached = (place: number) => Math.abs(window.scrollY - place) < 1;

/** Scrolls on whenever the page has grown, until the place is reached or the user moves. Returns a stop function. */
function scrollWhenHigher(place: number, onEnd: () => void): () => void {
  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  for (const move of ownMoves) window.addEventListener(move, onEnd, options);
  let frame = 0;
  const goOn = () => {
    scrollTo(place);
    if (isReached(place)) onEnd();
  };
  // Not at once: a scroll lays the page out, and an observer that causes sizes to change is an error of the page.
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(goOn);
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

/** Of this tab. */
function readPlaces(): Places {
  const read = v.safeParse(Places, stored.read());
  return read.success ? read.output : {};
}
