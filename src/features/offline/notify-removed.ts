/** Notifies the user when favourites leave the list because their owner deleted or hid them (specification 17.15). */
import type { VersionedResult } from "../../db/versioned-result.ts";
import type { Account } from "../../sync/account-session.ts";
import { namesOf } from "../../sync/change-labels.ts";
import { texts } from "../../texts/texts.ts";
import type { App } from "../../app/app-context.ts";
import { type SongsById, fetchSongs, songsOf } from "../songs/song-parts.ts";

type Parts = {
  app: Pick<App, "api" | "queryClient" | "toaster">;
  account: Pick<Account, "uid" | "outbox" | "downloads">;
};

/** Returns a function to call with every result of the favourites query, the stored one first. */
export function createRemovalNotice({ app, account }: Parts) {
  let known: readonly string[] = [];

  return async function compare({ value }: VersionedResult<string[]>): Promise<void> {
    const present = new Set(value);
    // The user's own likes and unlikes need no notice.
    const own = new Set(
      account.outbox.get()?.rows.flatMap(({ operation }) => (operation.kind === "like" ? operation.songId : [])),
    );
    const left = known.filter((id) => !present.has(id) && !own.has(id));
    const before = known;
    known = value;
    if (left.length === 0) return;
    // Read now: their rows and cached bodies are about to go.
    const titles = titlesOf(app, account);
    try {
      const there = new Set((await fetchSongs(app.api, left)).map(({ _id }) => _id));
      const gone = left.filter((id) => !there.has(id));
      const [first] = gone;
      if (first === undefined) return;
      app.toaster.info(gone.length === 1 ? texts.app.goneSong(titles.get(first)) : texts.app.goneSongs(gone.length));
    } catch {
      // Unknown for now: compare the next result with the same list.
      known = [...new Set([...before, ...known])];
    }
  };
}

/** Titles by id, from the query cache and the downloads. */
function titlesOf({ queryClient }: Parts["app"], account: Parts["account"]): Map<string, string> {
  const answers = queryClient
    .getQueriesData<VersionedResult<SongsById>>({ queryKey: ["songs", account.uid] })
    .map(([, data]) => data?.value);
  const titles = new Map([...songsOf(answers)].map(([id, { title }]) => [id, title]));
  for (const [id, row] of account.downloads.get() ?? []) {
    const { title } = namesOf({ snapshot: row });
    if (title !== undefined) titles.set(id, title);
  }
  return titles;
}
