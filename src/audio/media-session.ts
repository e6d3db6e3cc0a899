/**
 * The controls of the system: lock screen, headset, media keys (specification 6.17). Where the browser has no Media
 * Session nothing happens.
 */
import { imageWidths } from "../../contract/media.ts";
import type { EngineContext } from "./engine-context.ts";
import type { Engine } from "./engine-commands.ts";
import type { PlayerState, PlayerStatus, Track } from "./player-state.ts";

/** What the system's controls may do, and what they show. */
export type ControlledEngine = Pick<Engine, "state" | "subscribe" | "resume" | "pause" | "previous" | "next" | "seek">;

export interface MediaSessionParts {
  readonly session: MediaSession;
  createMetadata(init: MediaMetadataInit): MediaMetadata;
}

/** Returns the function that ends it and gives the controls back. */
export function attachMediaSession(
  engine: ControlledEngine,
  coverUrl: EngineContext["coverUrl"],
  parts: MediaSessionParts | null = browserParts(),
): () => void {
  if (parts === null) return () => {};
  const { session } = parts;
  let shown = engine.state();

  const show = () => {
    const state = engine.state();
    if (state.track !== shown.track) {
      session.metadata = state.track === null ? null : parts.createMetadata(metadataOf(state.track, coverUrl));
    }
    session.playbackState = playbackStates[state.status];
    // Safari forgets handlers that were set before it had sound, and shows seek buttons in place of the track buttons.
    if (state.status === "playing" && shown.status !== "playing") setHandlers(session, engine);
    showPosition(session, state);
    shown = state;
  };

  setHandlers(session, engine);
  const unsubscribe = engine.subscribe(show);
  return () => {
    unsubscribe();
    for (const action of actions) setHandler(session, action, null);
    session.metadata = null;
    session.playbackState = "none";
  };
}

/** A song's picture in the sizes the server keeps. */
function artworkOf(url: string): MediaImage[] {
  const joint = url.includes("?") ? "&" : "?";
  return imageWidths.map((width) => ({
    src: `${url}${joint}w=${width}`,
    sizes: `${width}x${width}`,
  }));
}

const playbackStates: Record<PlayerStatus, MediaSessionPlaybackState> = {
  idle: "none",
  failed: "none",
  loading: "playing",
  playing: "playing",
  paused: "paused",
  blocked: "paused",
};

const actions: readonly MediaSessionAction[] = [
  "play",
  "pause",
  "previoustrack",
  "nexttrack",
  "seekto",
  "seekbackward",
  "seekforward",
];

function browserParts(): MediaSessionParts | null {
  if (!("mediaSession" in navigator) || typeof MediaMetadata === "undefined") return null;
  return {
    session: navigator.mediaSession,
    createMetadata: (init) => new MediaMetadata(init),
  };
}

function metadataOf(
  { title, artist, album, songImage }: Track,
  coverUrl: EngineContext["coverUrl"],
): MediaMetadataInit {
  const artwork = songImage === null ? [] : artworkOf(coverUrl(songImage));
  return { title, artist, album: album ?? "", artwork };
}

function setHandlers(session: MediaSession, engine: ControlledEngine): void {
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => engine.resume(),
    pause: () => engine.pause(),
    previoustrack: () => engine.previous(),
    nexttrack: () => engine.next(),
    seekto: ({ seekTime }) => {
      if (seekTime !== undefined) engine.seek(seekTime);
    },
  };
  // With handlers for seekbackward and seekforward an iPhone shows those in place of previous and next.
  for (const action of actions) setHandler(session, action, handlers[action] ?? null);
}

function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // A browser throws for an action it does not know, and then has no control for it either.
  }
}

/** `setPositionState` throws for a duration that is no number and for a position past it. */
function showPosition(session: MediaSession, { track, duration, position }: PlayerState): void {
  if (typeof session.setPositionState !== "function") return;
  if (track === null || !Number.isFinite(duration) || duration <= 0) return session.setPositionState();
  session.setPositionState({
    duration,
    position: Math.min(Math.max(position, 0), duration),
    playbackRate: 1,
  });
}
