/** Wires the audio engine to the page; a chunk of its own, loaded when first asked for (specification 6). */
import { createEngine } from "../../audio/audio-engine.ts";
import type { AudioEngine } from "../../audio/audio-engine.ts";
import type { FailureReason, Track } from "../../audio/player-state.ts";
import { texts } from "../../texts/en.ts";
import type { App } from "../auth/app.ts";
import { freshSource } from "../songs/fresh-url.ts";
import { knownSong } from "./known-songs.ts";
import { countPlay, watchPlays } from "./plays.ts";
import { readVolume, writeVolume } from "./stored-volume.ts";

export function openPlayer(app: App): AudioEngine {
  /** Addresses that were asked anew since the queue was made: the newest one there is. */
  const fresh = new Map<string, string>();

  const downloadOf = (songId: string) => app.account()?.downloads.get()?.get(songId);

  const engine = createEngine({
    source(songId) {
      const url = fresh.get(songId) ?? knownSong(app, songId)?.url ?? downloadOf(songId)?.url;
      if (url === undefined) throw new Error(`No address is known for song ${songId}`);
      return app.config.mediaUrl(url);
    },
    async freshSource(songId) {
      const url = await freshSource(app, songId);
      if (url === null) throw new Error(`Song ${songId} is gone`);
      fresh.set(songId, url);
      return url;
    },
    canPlay: (songId) => app.online.get() || downloadOf(songId)?.state === "ready",
    initialVolume: readVolume(localStorage),
    onVolume: (volume) => writeVolume(localStorage, volume),
    onFailed: (track, reason) => tell(app, track, reason),
  });
  watchPlays(engine, (songId) => {
    const song = knownSong(app, songId) ?? downloadOf(songId);
    countPlay(app.account(), songId, song?.private).catch((error: unknown) =>
      console.warn("A play could not be kept on the device", error),
    );
  });
  return engine;
}

/** One toast however many songs fail in a row; each row says its own reason. */
function tell(app: App, track: Track, reason: FailureReason): void {
  app.toaster.show(
    reason === "not-on-device"
      ? { id: "play", kind: "info", text: texts.player.notOnDevice(track.title) }
      : { id: "play", kind: "failure", text: texts.app.failed },
  );
}
