/** Profiles and favourites (specification 13.2). */
import * as users from "../../contract/users.ts";
import type { Deps } from "../deps.ts";
import { HttpProblem } from "../http/problem.ts";
import { WithStatus, type Caller } from "../http/call.ts";
import type { Router } from "../http/router.ts";
import { listLikedIds, pageOfLikedSongs } from "../songs/lists.ts";
import { songShaper } from "../songs/shape.ts";
import { toMe, toUser } from "./shape.ts";
import { insertProfile, readProfile, updateEmail } from "./store.ts";

export function userRoutes(router: Router, deps: Deps): void {
  router.withToken(users.createUser, async ({ body, caller, db }) => {
    const { firstName, lastName, artist, newsletter } = body;
    const profile = {
      uid: caller.uid,
      email: caller.email,
      firstName,
      lastName,
      artist,
      newsletter,
    };
    const created = await insertProfile(db, profile, deps.now());
    const present = await readProfile(db, caller.uid);
    if (!present) throw new HttpProblem("not-found");
    return new WithStatus(created ? 201 : 200, { data: toMe(present) });
  });

  router.withToken(users.loginUser, async ({ body, caller, db }) => {
    if (body.user.uid !== caller.uid) throw new HttpProblem("not-yourself");
    const profile = await updateEmail(db, caller.uid, caller.email);
    if (!profile) throw new HttpProblem("no-profile");
    return { data: toMe(profile) };
  });

  router.withProfile(users.getUser, async ({ params, caller, db }) => {
    if (params.id === caller.uid) return { data: toMe(caller.profile) };
    const profile = await readProfile(db, params.id);
    if (!profile) throw new HttpProblem("not-found");
    return { data: toUser(profile) };
  });

  router.withProfile(users.favouriteSongs, async ({ params, query, caller, db }) => {
    requireSelf(params.id, caller);
    const { rows, next } = await pageOfLikedSongs(db, caller.uid, query);
    return { data: rows.map(songShaper(deps, caller.uid)), next };
  });

  router.withProfile(users.favouriteSongIds, async ({ params, caller, db }) => {
    requireSelf(params.id, caller);
    return { data: await listLikedIds(db, caller.uid), next: null };
  });
}

/** Throws HttpProblem `not-yourself` where a path names somebody else. */
function requireSelf(uid: string, caller: Caller): void {
  if (uid !== caller.uid) throw new HttpProblem("not-yourself");
}
