/** Routes of songs, likes and plays. */
import * as v from "valibot";
import * as songs from "../../contract/songs.ts";
import { foldCounts } from "../db/counters.ts";
import type { Queryable } from "../db/database.ts";
import type { AppContext } from "../app-context.ts";
import { type Call } from "../http/endpoint.ts";
import { requireSelf, type Caller } from "../users/caller.ts";
import type { Router } from "../http/router.ts";
import { removeReleasedSoon } from "../media/garbage-collect.ts";
import { listMostLiked } from "../statistics/rankings.ts";
import { serializeSong, type SongJsonCache } from "./song-json-cache.ts";
import { createSong } from "./create-song.ts";
import { editSong } from "./edit-song.ts";
import { readLyrics } from "./lyrics.ts";
import { cancelLike, likeSong } from "./likes.ts";
import { listByIds, listIdsOf, pageOfSongs, pageOfSongsOf } from "./song-lists.ts";
import { orderFavourites, orderOwnSongs } from "./song-orders.ts";
import { recordPlay } from "./plays.ts";
import { deleteSong } from "./delete-song.ts";
import { resignSong } from "./serialize-song.ts";

type SongReply = v.InferInput<typeof songs.createSong.reply>;

export function songRoutes(router: Router<Caller>, deps: AppContext, songJson: SongJsonCache): void {
  ownSongRoutes(router, deps);
  songLists(router, deps, songJson);
  listenerRoutes(router, deps);
}

/** Creates, edits, deletes and orders own songs. */
function ownSongRoutes(router: Router<Caller>, deps: AppContext): void {
  async function answerSong(db: Queryable, caller: Caller, id: string) {
    return { data: await serializeSong(deps, db, caller.uid, id) };
  }

  const resign = ({ data }: SongReply, uid: string) => ({
    data: resignSong(deps, uid, data),
  });

  router.withProfile(
    songs.createSong,
    async ({ body, caller, db }) => {
      const { song, metadata, image, loudness = null } = body;
      const audio = metadata.public_id;
      const id = await createSong(db, deps, caller.profile, { song, audio, image, loudness });
      return answerSong(db, caller, id);
    },
    resign,
  );

  router.withProfile(
    songs.editSong,
    async ({ params, body, caller, db, after }) => {
      const released = await editSong(db, caller.profile, params.id, body);
      after(() => removeReleasedSoon(deps, released));
      return answerSong(db, caller, params.id);
    },
    resign,
  );

  const remove = async ({ params, caller, db, after }: Call<typeof songs.deleteSong, Caller>): Promise<undefined> => {
    const released = await deleteSong(db, caller.uid, params.id);
    after(() => removeReleasedSoon(deps, released));
  };
  router.withProfile(songs.putDeleteSong, remove);
  router.withProfile(songs.deleteSong, remove);

  router.withProfile(songs.orderSongs, async ({ params, body, caller, db }) => {
    requireSelf(params.id, caller);
    return { data: { orderedList: await orderOwnSongs(db, caller.uid, body) } };
  });
}

function songLists(router: Router<Caller>, deps: AppContext, songJson: SongJsonCache): void {
  router.withProfile(songs.songsByIds, async ({ query, caller, db }) => {
    const rows = await listByIds(db, caller.uid, query.ids);
    return { data: await songJson.write(caller.uid, rows), next: null };
  });

  router.withProfile(songs.songLyrics, async ({ params, caller, db }) => ({
    data: await readLyrics(db, caller.uid, params.id),
  }));

  router.withProfile(songs.publicSongs, async ({ query, caller, db }) => {
    const { rows, next } = await pageOfSongs(db, caller.uid, "public", query);
    return { data: await songJson.write(caller.uid, rows), next };
  });

  router.withProfile(songs.allSongs, async ({ query, caller, db }) => {
    const { rows, next } = await pageOfSongs(db, caller.uid, "visible", query);
    return { data: await songJson.write(caller.uid, rows), next };
  });

  router.withProfile(songs.accessibleSongs, async ({ params, query, caller, db }) => {
    requireSelf(params.id, caller);
    const { rows, next } = await pageOfSongs(db, caller.uid, "visible", query);
    return { data: await songJson.write(caller.uid, rows), next };
  });

  router.withProfile(songs.songsOfUser, async ({ params, query, caller, db }) => {
    const { rows, next } = await pageOfSongsOf(db, caller.uid, params.id, query);
    return { data: await songJson.write(caller.uid, rows), next };
  });

  router.withProfile(songs.songIdsOfUser, async ({ params, caller, db }) => ({
    data: await listIdsOf(db, caller.uid, params.id),
    next: null,
  }));

  router.withProfile(songs.likedMost, async ({ query, db }) => {
    await foldCounts(deps.db, "like");
    return { data: await listMostLiked(db, query.limit), next: null };
  });
}

/** Likes, plays and favourites, for any song the caller may see. */
function listenerRoutes(router: Router<Caller>, deps: AppContext): void {
  router.withProfile(songs.likeSong, async ({ params, caller, db }) => ({
    data: await likeSong(db, caller.uid, params.id, deps.now()),
  }));

  router.withProfile(songs.cancelLikeSong, async ({ params, caller, db }) => ({
    data: await cancelLike(db, caller.uid, params.id),
  }));

  router.withProfile(songs.songPlayed, async ({ params, body, caller, db }) => {
    const now = deps.now();
    const playedAt = body.playedAt === undefined ? now : Date.parse(body.playedAt);
    await recordPlay(db, caller.uid, params.id, playedAt, now);
    return undefined;
  });

  router.withProfile(songs.orderFavourites, async ({ params, body, caller, db }) => {
    requireSelf(params.id, caller);
    return { data: { orderedList: await orderFavourites(db, caller.uid, body) } };
  });
}
