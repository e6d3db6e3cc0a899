/** Connects the audio engine to the page. A chunk of its own, loaded on first use. */
import type { AudioEngine } from "../../audio/audio-engine.ts";
import { createEngine } from "../../audio/create-engine.ts";
import { playsKind } from "../../audio/playable-kinds.ts";
import type { FailureReason, Track } from "../../audio/player-state.ts";
import type { StoredFile } from "../../../contract/worker-messages.ts";
import { texts } from "../../texts/texts.ts";
import type { App } from "../../app/app-context.ts";
import { waitForDropped } from "../songs/wait-for-dropped.ts";
import { freshSource } from "../songs/renew-audio-url.ts";
import { storedCover } from "../songs/stored-cover.ts";
import { canPlayNow } from "./ask-network.ts";
import { knownSong, queueSongs } from "./song-registry.ts";
import { countPlay, recordPlays } from "./record-plays.ts";
import { readSound, writeSound } from "./stored-sound.ts";
import { readVolume, writeVolume } from "./stored-volume.ts";

export function openPlayer(app: App): AudioEngine {
  /** The newest URLs of songs, fetched after the known ones failed: for an account, while its lists know none newer. */
  const fresh = new Map<string, { url: string; uid: string | undefined; instead: string | undefined }>();

  const songs = queueSongs(app);
  const knownUrl = (songId: string) => knownSong(app, songId)?.url ?? downloadOf(songId)?.url;
  const renewedUrl = (songId: string) => {
    const found = fresh.get(songId);
    const isValid = found?.uid === app.account()?.uid && found?.instead === knownUrl(songId);
    return isValid ? found?.url : undefined;
  };
  const downloadOf = (songId: string) => app.account()?.downloads.get()?.get(songId);

  const engine = createEngine({
    source(songId) {
      const url = renewedUrl(songId) ?? knownUrl(songId);
      if (url === undefined) throw new Error(`No address is known for song ${songId}`);
      return app.config.mediaUrl(url);
    },
    coverUrl: app.config.mediaUrl,
    async coverOnDevice(songImage) {
      const account = app.account();
      if (account === undefined || app.online.get()) return null;
      return storedCover(account.uid, app.config.mediaUrl(songImage));
    },
    async freshSource(songId) {
      const [uid, instead] = [app.account()?.uid, knownUrl(songId)];
      const url = await freshSource(app, songId);
      if (url !== null) fresh.set(songId, { url, uid, instead });
      return url;
    },
    canPlay: (songId) => canPlayNow(app, songId),
    supports: (songId) => playsKind((knownSong(app, songId) ?? downloadOf(songId))?.mimeType),
    checkFile: (songId) => checkFile(app, songId),
    onNetwork: app.online.subscribe,
    checkNetwork: app.online.check,
    initialVolume: readVolume(localStorage),
    onVolume: (volume) => writeVolume(localStorage, volume),
    initialSound: readSound(localStorage),
    onSound: (settings) => writeSound(localStorage, settings),
    onFailed: (track, reason) => showFailure(app, songs.describe(track), reason),
    onGivenUp: () => app.toaster.show({ id: toastId, kind: "failure", text: texts.player.givenUp }),
    onNoOutput: () => app.toaster.show({ id: toastId, kind: "failure", text: texts.player.noOutput }),
    describe: songs.describe,
    onDescribed: songs.onRefreshed,
  });
  recordPlays(engine, (songId) => {
    const song = knownSong(app, songId) ?? downloadOf(songId);
    countPlay(app.account(), songId, song?.private).catch((error: unknown) =>
      console.warn("A play could not be kept on the device", error),
    );
  });
  return engine;
}

const toastId = "play";

/** Shows one toast for any number of consecutive failures; each row says its own reason. */
function showFailure(app: App, { title }: Track, reason: FailureReason): void {
  const kind = reason === "not-on-device" || reason === "unsupported" ? "info" : "failure";
  app.toaster.show({ id: toastId, kind, text: texts.player.failed[reason](title) });
}

/** Resolves after a damaged file is dropped and this page's download row shows it. */
async function checkFile(app: App, songId: string): Promise<StoredFile> {
  const account = app.account();
  const row = account?.downloads.get()?.get(songId);
  if (account === undefined || row?.state !== "ready") return "absent";
  const file = await app.worker.checkFile(account.uid, row.path);
  if (file === "dropped") await waitForDropped(account.downloads, [songId]);
  return file;
}
