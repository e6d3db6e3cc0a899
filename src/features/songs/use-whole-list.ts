import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { VersionedResult } from "../../db/versioned-result.ts";
import type { App } from "../../app/app-context.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import type { Account } from "../../sync/account-session.ts";
import { joinSongs } from "./song-snapshot.ts";
import { type Part, type SongsById, songsByIdQuery, songsOf } from "./song-parts.ts";

/** Parts that are requested at once. */
const partsAtOnce = 4;

export interface WholeList {
  /** Its name. */
  list: string;
  songs: SongSnapshot[];
  /** Loads all songs, where the page does not know them all. */
  rest?: () => Promise<SongSnapshot[]>;
}

/** All songs of a list, to play them: from what the device knows, and, where that is not all, from the server. */
export function useWholeList(list: string, parts: readonly Part[]): () => WholeList {
  const app = useApp();
  const account = useAccount();
  const client = useQueryClient();
  return useCallback(() => {
    const ids = parts.flatMap((part) => part.ids);
    const look = () => lookUp(client, app, account, list, parts);
    const { known, unknown } = look();
    const songs = ids.flatMap((id) => known.get(id) ?? []);
    return unknown.length === 0 ? { list, songs } : { list, songs, rest: loadRest };

    async function loadRest(): Promise<SongSnapshot[]> {
      // The page may have read more of the device's songs meanwhile; what was known stays.
      const now = look();
      const all = new Map([...known, ...now.known]);
      for (let start = 0; start < now.unknown.length; start += partsAtOnce) {
        const some = now.unknown.slice(start, start + partsAtOnce);
        const queries = some.map((part) => ({ ...songsByIdQuery(app.api, account, list, part), staleTime: Infinity }));
        const results = await Promise.allSettled(queries.map((query) => client.fetchQuery({ ...query, retry: false })));
        const loaded = results.map((result) => (result.status === "fulfilled" ? result.value.value : undefined));
        for (const [id, song] of songsOf(loaded)) all.set(id, song);
        // Without a network the rest would fail, too.
        if (loaded.every((one) => one === undefined)) break;
      }
      return ids.flatMap((id) => all.get(id) ?? []);
    }
  }, [app, account, client, list, parts]);
}

/** The songs that the page knows by now, and the parts that it has to load for the others. */
function lookUp(client: QueryClient, app: App, account: Account, list: string, parts: readonly Part[]) {
  const ids = parts.flatMap((part) => part.ids);
  const answers = parts.map((part) => cached(client, app, account, list, part));
  const known = joinSongs(ids, songsOf(answers), account.outbox.get(), account.downloads.get());
  const unknown = parts.filter((part, at) => answers[at] === undefined && part.ids.some((id) => !known.has(id)));
  return { known, unknown };
}

const cached = (client: QueryClient, { api }: App, account: Account, list: string, part: Part): SongsById | undefined =>
  client.getQueryData<VersionedResult<SongsById>>(songsByIdQuery(api, account, list, part).queryKey)?.value;
