/** A person's profile and public songs, stored for an offline start. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import * as v from "valibot";
import { Id, Uid } from "../../../contract/common-schemas.ts";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { type Heard, overlayIds, shownFollowers } from "../../../contract/rules/overlay.ts";
import { songIdsOfUser } from "../../../contract/songs.ts";
import { getUser, User } from "../../../contract/users.ts";
import type { Api } from "../../api/api-client.ts";
import { nullIfNotFound } from "../../api/null-if-not-found.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useOutbox } from "../../app/use-live-table.ts";
import { persistedQuery } from "../../db/persisted-query.ts";
import { forgetQueries } from "../../db/query-store.ts";
import type { Account } from "../../sync/account-session.ts";
import { listKey, ownSongs, peopleKey, songsOfListKey } from "../../sync/query-keys.ts";
import { shownIds } from "../lists/id-list.ts";
import { playlistsOfKey, playlistsOfUserQuery } from "../playlists/playlist-queries.ts";
import { useShownPlaylists } from "../playlists/use-playlists.ts";
import { useFollowedPeople } from "./follows.ts";

const personKey = (uid: string, id: string) => [...peopleKey(uid), id] as const;
const songIdsKey = (uid: string, id: string) => ["user-songs", uid, id] as const;
const songsOfKey = (uid: string, id: string) => songsOfListKey(uid, songsOf(id));

/** The query keys of what another person has made. */
const listsOf = (uid: string, id: string) => [songIdsKey(uid, id), songsOfKey(uid, id), playlistsOfKey(uid, id)];

/** The keys of the queries whose age a person's card tells. One's own card has the songs of "My Songs". */
export const cardKeys = (uid: string, id: string) => [
  personKey(uid, id),
  id === uid ? listKey("own-songs", uid) : songIdsKey(uid, id),
  playlistsOfKey(uid, id),
];

/** Null, as an answer that is kept in place of what was known: there is nobody with this id any more. */
export const personQuery = (api: Api, { db, uid }: Account, id: string) =>
  persistedQuery({
    db,
    key: personKey(uid, id),
    schema: v.nullable(User),
    async request(signal) {
      const answer = await nullIfNotFound(api.call(getUser, { params: { id }, signal }));
      // Strips the own email, which only the profile needs.
      if (answer !== null) return v.parse(User, answer.data);
      await forgetQueries(db, listsOf(uid, id));
      return null;
    },
  });

const songIdsQuery = (api: Api, { db, uid }: Account, id: string) =>
  persistedQuery({
    db,
    key: songIdsKey(uid, id),
    schema: v.array(Id),
    request: async (signal) =>
      (await api.call(songIdsOfUser, { params: { id }, query: { fields: "ids" }, signal })).data,
  });

interface PersonState {
  /** Undefined until loaded once. */
  person: User | undefined;
  /** There is nobody with this id. */
  unknown: boolean;
  failed: boolean;
}

export function usePerson(id: string): PersonState {
  const { api } = useApp();
  const isId = v.is(Uid, id);
  const { data, error } = useQuery({ ...personQuery(api, useAccount(), id), enabled: isId });
  const unknown = !isId || data?.value === null;
  return { person: data?.value ?? undefined, unknown, failed: error !== null };
}

/** The ids of the songs that others may see, in the person's order; undefined until loaded once. */
export function useSongIdsOf(id: string): { ids: string[] | undefined; failed: boolean } {
  const { api } = useApp();
  const { data, isError } = useQuery(songIdsQuery(api, useAccount(), id));
  return { ids: data?.value, failed: isError };
}

/** The playlists that the viewer may see, in the person's order, one's own as queued; undefined until loaded once. */
export function usePlaylistsOf(id: string): {
  playlists: readonly PlaylistSnapshot[] | undefined;
  failed: boolean;
} {
  const { api } = useApp();
  const account = useAccount();
  const { data, isError } = useQuery(playlistsOfUserQuery(api, account, id));
  const isOwn = id === account.uid;
  const playlists = useShownPlaylists(data?.value, data?.seen, isOwn);
  const outbox = useOutbox();
  const inOrder = useMemo(() => {
    const answer = isOwn && data ? { ...data, value: data.value.map(({ _id }) => _id) } : undefined;
    const places = new Map(shownIds("own-playlists", answer, outbox)?.map((one, place) => [one, place]));
    return answer ? playlists?.toSorted((a, b) => (places.get(a._id) ?? -1) - (places.get(b._id) ?? -1)) : playlists;
  }, [playlists, isOwn, data, outbox]);
  return { playlists: inOrder, failed: isError };
}

/** Refetches a person and their lists, and probes the server. */
export function useRetryPerson(id: string): () => void {
  const client = useQueryClient();
  const { online } = useApp();
  const { uid } = useAccount();
  return () => {
    online.check();
    const songs = songsOfListKey(uid, id === uid ? ownSongs : songsOf(id));
    for (const queryKey of [...cardKeys(uid, id), songs]) void client.refetchQueries({ queryKey });
  };
}

/** The name of a person's songs in query keys. */
export const songsOf = (id: string) => `person:${id}`;

interface FollowState {
  /** The viewer follows this person. */
  follows: boolean;
  followers: number;
}

/** Follow and count with the viewer's queued changes applied; undefined while the person is unknown. */
export function useFollowState(
  person: Pick<User, "uid" | "followers" | "followedBy"> | undefined,
): FollowState | undefined {
  const { uid } = useAccount();
  const { ids, partial } = useFollowedPeople();
  const outbox = useOutbox();
  const client = useQueryClient();
  if (person === undefined) return undefined;
  const counted = person.followedBy.includes(uid);
  // Until the list has come once, the person tells what it says of them.
  const { begun = 0, seen = 0 } = client.getQueryData<Partial<Heard>>(personKey(uid, person.uid)) ?? {};
  const heard = { value: counted ? [person.uid] : [], begun, seen };
  const shown = partial ? overlayIds("followed-people", heard, outbox?.rows ?? []) : ids;
  const follows = shown?.includes(person.uid) ?? false;
  return { follows, followers: shownFollowers(person.followers, { counted, follows }) };
}

/** How many people a person follows; one's own count contains queued changes. */
export function useShownFollowing(person: Pick<User, "uid" | "following"> | undefined): number | undefined {
  const { uid } = useAccount();
  const { ids, partial } = useFollowedPeople();
  return person?.uid === uid && !partial ? ids?.length : person?.following;
}
