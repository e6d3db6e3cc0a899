/**
 * Notifies the user when songs leave the device because their owner deleted or hid them (specification 17.15). What was
 * unliked on another device, or taken out of a playlist, is still there when it is asked for by its id. Their own songs
 * they have deleted themselves.
 */
import type { VersionedResult } from "../../db/versioned-result.ts";
import type { Account } from "../../sync/account-session.ts";
import { listedSongsKey } from "../../sync/query-keys.ts";
import { texts } from "../../texts/texts.ts";
import type { App } from "../../app/app-context.ts";
import { reportGone } from "../songs/gone-songs.ts";
import { type SongsById, fetchSongs, songsOf } from "../songs/song-parts.ts";
import { nameGone } from "../songs/tell-gone.ts";
import type { KnownList } from "./wanted-lists.ts";

/** Songs that leave together and are named, each in a toast; more are a number. */
const namedAtMost = 2;

type Parts = {
  app: Pick<App, "api" | "queryClient" | "toaster">;
  account: Pick<Account, "uid" | "outbox" | "downloads">;
  /** Aborts when the account is left: the next person is told nothing of it. */
  signal: AbortSignal;
};

interface KnownSong {
  title: string;
  owner: string;
}

/** Returns a function to call with the server's lists whenever one of them changes, the stored ones first. */
export function createRemovalNotice({ app, account, signal }: Parts) {
  let known: readonly KnownList[] = [];
  /** Of songs that left, until the server could be asked for them: the device may have dropped them since. */
  let unresolved: ReadonlyMap<string, KnownSong> = new Map();

  return async function compare(lists: readonly KnownList[]): Promise<void> {
    const before = known;
    known = lists;
    const left = leftSongs(before, lists, takenOut(account));
    if (left.length === 0) return;
    // Read now: their rows and cached bodies are about to go.
    const songs = new Map([...unresolved, ...knownSongs(app, account)]);
    try {
      const there = new Set((await fetchSongs(app.api, left)).map(({ _id }) => _id));
      if (signal.aborted) return;
      unresolved = new Map();
      const gone = left.filter((id) => !there.has(id));
      reportGone(app, gone);
      const ofOthers = gone.filter((id) => songs.get(id)?.owner !== account.uid);
      if (ofOthers.length > namedAtMost) app.toaster.info(texts.app.goneSongs(ofOthers.length));
      else for (const id of ofOthers) nameGone(app, id, songs.get(id)?.title);
    } catch {
      // Unknown for now: compare the next lists with the same ones.
      known = joined(before, known);
      unresolved = new Map([...songs].filter(([id]) => left.includes(id)));
    }
  };
}

/** The songs that left a list and are in none. A list that is not kept any more tells nothing. */
function leftSongs(
  before: readonly KnownList[],
  after: readonly KnownList[],
  except: ReadonlySet<string>,
): readonly string[] {
  const unchanged = new Set(before.map(({ ids }) => ids));
  if (after.every(({ ids }) => unchanged.has(ids))) return [];
  const present = new Set(after.flatMap(({ ids }) => ids));
  const names = new Set(after.map(({ name }) => name));
  const left = before.flatMap(({ name, ids }) => (names.has(name) ? ids.filter((id) => !present.has(id)) : []));
  return [...new Set(left)].filter((id) => !except.has(id));
}

/** Songs that the user took out last: that needs no notice. One that was liked here does when its owner deletes it. */
function takenOut({ outbox }: Parts["account"]): Set<string> {
  const taken = new Set<string>();
  for (const { operation } of outbox.get()?.rows ?? []) {
    if (operation.kind !== "like" && operation.kind !== "playlist-song") continue;
    const isIn = operation.kind === "like" ? operation.liked : operation.added;
    if (isIn) taken.delete(operation.songId);
    else taken.add(operation.songId);
  }
  return taken;
}

const joined = (some: readonly KnownList[], others: readonly KnownList[]): KnownList[] =>
  others.map(({ name, ids }) => ({
    name,
    ids: [...new Set([...(some.find((one) => one.name === name)?.ids ?? []), ...ids])],
  }));

/** Songs by id, from the downloads and the query cache. */
function knownSongs({ queryClient }: Parts["app"], account: Parts["account"]) {
  const answers = queryClient
    .getQueriesData<VersionedResult<SongsById>>({ queryKey: listedSongsKey(account.uid) })
    .map(([, data]) => data?.value);
  return new Map<string, KnownSong>([...(account.downloads.get() ?? []), ...songsOf(answers)]);
}
