/** The page of the worker's tests: the app's own bridge, database and reconciler, driven from outside. */
import { openDatabase } from "../../src/db/database.ts";
import { writeActiveAccount } from "../../src/db/active-account.ts";
import { createWorkerBridge } from "../../src/pwa/worker-bridge.ts";
import { registerWorker } from "../../src/pwa/register-worker.ts";
import { updates } from "../../src/pwa/update-state.ts";
import type { SongSnapshot } from "../../contract/songs.ts";
import { reconcile, retryFailed } from "../../src/sync/reconcile-downloads.ts";

const bridge = createWorkerBridge();
const databases = new Map<string, ReturnType<typeof openDatabase>>();

function databaseOf(uid: string) {
  const open = databases.get(uid) ?? openDatabase(uid);
  databases.set(uid, open);
  return open;
}

const wanted = (song: SongSnapshot) => ({ song, reasons: ["favourites"] });

const player = Object.assign(new Audio(), { crossOrigin: "anonymous" });
let errors = 0;
player.addEventListener("error", () => errors++);

const probe = {
  bridge,
  updates,

  async signIn(uid: string) {
    await databaseOf(uid).open();
    await writeActiveAccount(uid);
    bridge.setAccount(uid);
  },
  async want(uid: string, songs: SongSnapshot[], keep: string[] = []) {
    const isWanted = await reconcile(databaseOf(uid), songs.map(wanted), new Set(keep));
    if (isWanted) bridge.requestDownloads(uid);
    return isWanted;
  },
  retry: (uid: string) => retryFailed(databaseOf(uid)),
  rows: (uid: string) => databaseOf(uid).downloads.toArray(),
  makeDue: (uid: string) =>
    databaseOf(uid)
      .downloads.toCollection()
      .modify((row) => {
        delete row.notBefore;
      }),
  async deleteDatabase(uid: string) {
    await databaseOf(uid).delete();
    databases.delete(uid);
  },
  /** Everything in Cache Storage but the shell: cache, path and query, length of the body. */
  async files() {
    const names = (await caches.keys()).filter((name) => name.startsWith("offbeat-"));
    const lists = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name);
        const keys = await cache.keys();
        return Promise.all(
          keys.map(async ({ url }) => {
            // Read to the end: a blob would hold the file's space after its deletion.
            const body = await (await cache.match(url))?.arrayBuffer();
            const { pathname, search } = new URL(url);
            return { cache: name, path: pathname + search, bytes: body?.byteLength ?? 0 };
          }),
        );
      }),
    );
    return lists.flat();
  },
  async range(url: string, range?: string) {
    const response = await fetch(url, range === undefined ? {} : { headers: { range } });
    const body = new Uint8Array(await response.arrayBuffer());
    return {
      status: response.status,
      contentRange: response.headers.get("content-range"),
      length: body.length,
      first: body[0],
    };
  },
  async play(url: string) {
    errors = 0;
    player.src = url;
    await player.play();
  },
  seek(seconds: number) {
    player.currentTime = seconds;
  },
  pause: () => player.pause(),
  playing: () => ({
    time: player.currentTime,
    duration: player.duration,
    seeking: player.seeking,
    paused: player.paused,
    errors,
    code: player.error?.code ?? 0,
  }),
  async showImage(url: string) {
    const image = new Image();
    image.crossOrigin = "anonymous";
    image.src = url;
    await image.decode();
    return image.naturalWidth;
  },
};
export type Probe = typeof probe;

// As the app does: the API knows the valid address of a song.
bridge.onFreshUrl(async (path) => {
  const response = await fetch(`/api/fresh?path=${encodeURIComponent(path)}`);
  return (await response.json()) as string | null; // the test's own server
});

Object.assign(window, { probe });
void registerWorker();
