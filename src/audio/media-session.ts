/**
 * Connects the system's media controls: lock screen, headset, media keys (specification 6.17). No-op in browsers without
 * Media Session.
 */
import type { AudioEngine } from "./audio-engine.ts";
import type { EngineContext } from "./engine-context.ts";
import { type Covers, createArtwork } from "./media-artwork.ts";
import type { PlayerState, PlayerStatus, Track } from "./player-state.ts";

/** The part of the engine that the system's controls use. */
type ControlledEngine = Pick<AudioEngine, "state" | "subscribe" | "resume" | "pause" | "previous" | "next" | "seek">;

interface MediaSessionParts {
  readonly session: MediaSession;
  createMetadata(init: MediaMetadataInit): MediaMetadata;
}

/** Returns a function that detaches the controls. */
export function attachMediaSession(
  engine: ControlledEngine,
  deps: Covers & Pick<EngineContext, "describe" | "onDescribed">,
  parts: MediaSessionParts | null = browserParts(),
): () => void {
  if (parts === null) return () => {};
  const { session } = parts;
  const showArtwork = createArtwork(deps);
  let shown = engine.state();
  let shownTrack = shown.track && deps.describe(shown.track);

  const showTrack = (track: Track | null) =>
    showArtwork(track?.songImage ?? null, (artwork) => {
      session.metadata = track && parts.createMetadata(metadataOf(track, artwork));
    });

  const show = () => {
    const state = engine.state();
    const track = state.track && deps.describe(state.track);
    if (track !== shownTrack) showTrack(track);
    shownTrack = track;
    session.playbackState = playbackStates[state.status];
    // Safari drops handlers that were set before the first sound, and then shows seek buttons instead of track buttons.
    if (state.status === "playing" && shown.status !== "playing") setHandlers(session, engine);
    showPosition(session, state);
    shown = state;
  };

  setHandlers(session, engine);
  const ends = [engine.subscribe(show), deps.onDescribed(show)];
  return () => {
    ends.forEach((end) => end());
    for (const action of actions) setHandler(session, action, null);
    showTrack(null);
    session.playbackState = "none";
  };
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

const metadataOf = ({ title, artist, album }: Track, artwork: MediaImage[]): MediaMetadataInit => ({
  title,
  artist,
  album: album ?? "",
  artwork,
});

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
  // With seekbackward and seekforward handlers, an iPhone shows those instead of previous and next.
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
    // Throws for an unsupported action, which has no control either.
  }
}

/** As good as none: `setPositionState` throws for 0. */
const standing = 1e-6;

/**
 * Guards `setPositionState`, which throws for a non-finite duration and for a position beyond it. The system moves the
 * position by itself, also while the song waits for bytes.
 */
function showPosition(session: MediaSession, { track, status, duration, position, speed }: PlayerState): void {
  if (typeof session.setPositionState !== "function") return;
  if (track === null || !Number.isFinite(duration) || duration <= 0) return session.setPositionState();
  session.setPositionState({
    duration,
    position: Math.min(Math.max(position, 0), duration),
    playbackRate: status === "loading" ? standing : speed,
  });
}
