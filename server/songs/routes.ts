/** Songs and likes (specification 13.3). */
import * as songs from "../../contract/songs.ts";
import type { Deps } from "../deps.ts";
import { HttpProblem } from "../http/problem.ts";
import type { Router } from "../http/router.ts";
import { createSong } from "./create.ts";
import { cancelLike, likeSong } from "./likes.ts";
import { listByIds, listIdsOf, pageOfPublicSongs, pageOfSongsOf } from "./lists.ts";
import { songShaper } from "./shape.ts";

export function songRoutes(router: Router, deps: Deps): void {
  router.withProfile(songs.createSong, async ({ body, caller, db }) => {
    const { song, metadata, image } = body;
    const id = await createSong(db, deps, caller.profile, {
      song,
      audio: metadata.public_id,
      image,
    });
    const [row] = await listByIds(db, caller.uid, [id]);
    if (!row) throw new HttpProblem("not-found");
    return { data: songShaper(deps, caller.uid)(row) };
  });

  router.withProfile(songs.songsByIds, async ({ query, caller, db }) => {
    const rows = await listByIds(db, caller.uid, query.ids);
    return { data: rows.map(songShaper(deps, caller.uid)), next: null };
  });

  router.withProfile(songs.publicSongs, async ({ query, caller, db }) => {
    const { rows, next } = await pageOfPublicSongs(db, caller.uid, query);
    return { data: rows.map(songShaper(deps, caller.uid)), next };
  });

  router.withProfile(songs.songsOfUser, async ({ params, query, caller, db }) => {
    const { rows, next } = await pageOfSongsOf(db, caller.uid, params.id, query);
    return { data: rows.map(songShaper(deps, caller.uid)), next };
  });

  router.withProfile(songs.songIdsOfUser, async ({ params, caller, db }) => ({
    data: await listIdsOf(db, caller.uid, params.id),
    next: null,
  }));

  router.withProfile(songs.likeSong, async ({ params, caller, db }) => ({
    data: await likeSong(db, caller.uid, params.id, deps.now()),
  }));

  router.withProfile(songs.cancelLikeSong, async ({ params, caller, db }) => ({
    data: await cancelLike(db, caller.uid, params.id),
  }));
}
