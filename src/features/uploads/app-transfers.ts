/** Connects the uploads of an account to the app. */
import { createSong } from "../../../contract/songs.ts";
import { assertOpen, sendFile } from "../../app/send-file.ts";
import type { App } from "../../app/app-context.ts";
import { canReadFile } from "../../lib/can-read-file.ts";
import { sleep } from "../../lib/sleep.ts";
import { reachServer } from "../../app/reach-server.ts";
import { randomId } from "../../db/random-id.ts";
import type { Account } from "../../sync/account-session.ts";
import { serverAnswers } from "../../sync/held-back.ts";
import { libraryKeys, listKey } from "../../sync/query-keys.ts";
import { announceSong } from "../songs/song-statistics.ts";
import { createDuplicateFinder, fetchOwnFiles, ownFilesKey } from "./find-duplicate.ts";
import { hashFile } from "./hash-file.ts";
import { measureLoudness } from "./measure-loudness.ts";
import { createProbe } from "./probe-file.ts";
import { readTags } from "./read-tags.ts";
import type { Transfers } from "./transfers.ts";
import { shelfOf } from "./upload-shelf.ts";

/** How long a list of the own files counts as current; milliseconds. */
const ownFilesMs = 60_000;

export function appTransfers(app: App, account: Account): Transfers {
  const { uid } = account;
  const ownFiles = () =>
    app.queryClient.fetchQuery({
      queryKey: ownFilesKey(uid),
      queryFn: () => fetchOwnFiles(app.api, uid),
      staleTime: ownFilesMs,
    });
  return {
    limits() {
      const upload = app.config.current()?.upload;
      return { audio: upload?.song.maxBytes, cover: upload?.image.maxBytes };
    },
    readTags,
    probe: createProbe(),
    canRead: canReadFile,
    measure: measureLoudness,
    findDuplicates: createDuplicateFinder(ownFiles, hashFile),
    reach: () => reachServer(app),
    async isHeldBack(signal) {
      const { upload } = app.config.current() ?? {};
      if (upload === undefined) return false;
      const hostOf = (url: string) => new URL(app.config.mediaUrl(url)).host;
      // A media host of its own may be down while the server is not.
      return hostOf(upload.song.url) === hostOf(app.config.bases().api) && serverAnswers(app.api, uid, signal);
    },
    upload: (kind, file, options) => sendFile(app, account, kind, file, options),
    async save(body, key, signal) {
      assertOpen(app, account);
      const { data: song } = await app.api.call(createSong, { body, key, signal });
      void account.refetch([listKey("own-songs", uid), ownFilesKey(uid), ...libraryKeys(uid)]);
      return song;
    },
    announce: (song) => announceSong(app.api, song),
    newKey: () => `upload-${randomId()}`,
    wait: sleep,
    shelf: shelfOf(account),
  };
}
