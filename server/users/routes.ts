/** Routes of profiles, people and favourites. */
import { freshSignInMs } from "../../contract/rules/limits.ts";
import * as users from "../../contract/users.ts";
import type { AppContext } from "../app-context.ts";
import { WithStatus } from "../http/endpoint.ts";
import { requireSelf, type Caller } from "./caller.ts";
import { HttpProblem } from "../http/problem.ts";
import type { Router } from "../http/router.ts";
import { removeFilesSoon, removeReleasedSoon } from "../media/garbage-collect.ts";
import type { SongJsonCache } from "../songs/song-json-cache.ts";
import { listLikedIds, pageOfLikedSongs } from "../songs/song-lists.ts";
import { cancelFollow, followUser, listFollowing } from "./user-follows.ts";
import { pageOfArtists, readPerson } from "./people.ts";
import { removeUser } from "./delete-user.ts";
import { forgetDeleted, rememberDeleted, wasDeleted } from "./deleted-profiles.ts";
import { toMe, toUser, toUserSummary } from "./serialize-user.ts";
import { editProfile, insertProfile, updateEmail } from "./profile-rows.ts";

export function userRoutes(router: Router<Caller>, deps: AppContext, songJson: SongJsonCache): void {
  profileRoutes(router, deps);
  peopleRoutes(router, deps);

  router.withProfile(users.favouriteSongs, async ({ params, query, caller, db }) => {
    requireSelf(params.id, caller);
    const { rows, next } = await pageOfLikedSongs(db, caller.uid, query);
    return { data: await songJson.write(caller.uid, rows), next };
  });

  router.withProfile(users.favouriteSongIds, async ({ params, caller, db }) => {
    requireSelf(params.id, caller);
    return { data: await listLikedIds(db, caller.uid), next: null };
  });
}

function profileRoutes(router: Router<Caller>, deps: AppContext): void {
  router.withToken(users.createUser, async ({ body, caller, db }) => {
    const { uid, email, issuedAt } = caller;
    // The token's account may have just been deleted. The lock orders this request and the deletion.
    if (deps.identity && !(await deps.identity.lockAgainstDeletion(db, uid))) throw new HttpProblem("unauthenticated");
    const { firstName, lastName, artist, newsletter } = body;
    const profile = { uid, email, issuedAt, firstName, lastName, artist, newsletter };
    const created = await insertProfile(db, profile, deps.now());
    await forgetDeleted(db, uid);
    const me = toMe(await readPerson(db, uid, uid));
    return new WithStatus(created ? 201 : 200, { data: me });
  });

  router.withToken(users.loginUser, async ({ body, caller, db }) => {
    if (body.user.uid !== caller.uid) throw new HttpProblem("not-yourself");
    const profile = await updateEmail(db, caller, deps.now());
    if (!profile) {
      const deleted = await wasDeleted(db, caller.uid);
      throw new HttpProblem("no-profile", deleted ? { extra: { deleted } } : {});
    }
    return { data: toMe(await readPerson(db, caller.uid, caller.uid)) };
  });

  router.withProfile(users.editUser, async ({ params, body, caller, db, after }) => {
    requireSelf(params.id, caller);
    const released = await editProfile(db, caller.uid, body);
    after(() => removeReleasedSoon(deps, released));
    return { data: toMe(await readPerson(db, caller.uid, caller.uid)) };
  });

  router.withProfile(users.updateEmail, async ({ params, body, caller, db }) => {
    requireSelf(params.id, caller);
    if (body.newEmail.toLowerCase() !== caller.email.toLowerCase()) throw new HttpProblem("email-not-changed");
    const profile = await updateEmail(db, caller, deps.now());
    if (profile?.email !== caller.email) throw new HttpProblem("email-not-changed");
    return { data: toMe(await readPerson(db, caller.uid, caller.uid)) };
  });

  router.withProfile(users.deleteUser, async ({ params, caller, db, after }) => {
    requireSelf(params.id, caller);
    if (deps.now() - caller.authTime * 1000 > freshSignInMs) throw new HttpProblem("sign-in-again");
    await removeUser(db, caller.uid);
    await rememberDeleted(db, caller.uid, deps.now());
    after(() => removeFilesSoon(deps, caller.uid));
    return undefined;
  });
}

function peopleRoutes(router: Router<Caller>, deps: AppContext): void {
  router.withProfile(users.artists, async ({ query, db }) => {
    const { rows, next } = await pageOfArtists(db, query);
    return { data: rows.map(toUserSummary), next };
  });

  router.withProfile(users.getUser, async ({ params, caller, db }) => {
    const person = await readPerson(db, caller.uid, params.id);
    return { data: params.id === caller.uid ? toMe(person) : toUser(person, caller.uid) };
  });

  router.withProfile(users.followingIds, async ({ params, caller, db }) => {
    requireSelf(params.id, caller);
    return { data: await listFollowing(db, caller.uid), next: null };
  });

  router.withProfile(users.followUser, async ({ params, caller, db }) => ({
    data: await followUser(db, caller.uid, params.id, deps.now()),
  }));

  router.withProfile(users.cancelFollowUser, async ({ params, caller, db }) => ({
    data: await cancelFollow(db, caller.uid, params.id),
  }));
}
