/** Creates and edits playlists. */
import * as v from "valibot";
import { foldCase } from "../../contract/rules/fold-case.ts";
import type { PlaylistForm, PlaylistPatch } from "../../contract/rules/validation.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { HttpProblem } from "../http/problem.ts";
import { changeImage, claimImage } from "../media/claim-upload.ts";
import { removeFollows } from "./playlist-follows.ts";
import { requirePlaylistOwner } from "./require-playlist-owner.ts";

/**
 * Creates a playlist at the first position, or finds the one that this owner has already created with this id; then
 * nothing changes. Throws HttpProblem `id-taken` or `upload-not-found`.
 * @param id made by the owner's device
 */
export async function createPlaylist(
  tx: Queryable,
  now: number,
  owner: string,
  id: string,
  form: PlaylistForm,
): Promise<void> {
  const made = await tx.query(
    `insert into playlists (id, owner, title, description, genre, private, folded_title, created_at, position)
     select $1, $2, $3, $4, $5, $6, $7, $8, (select coalesce(min(position), 0) - 1 from playlists where owner = $2)
     where not exists (select 1 from songs where id = $1)
     on conflict (id) do nothing returning id`,
    [id, owner, form.title, form.description, form.genre ?? null, form.private, foldCase(form.title), now],
  );
  // In a statement of its own, as the insert may have waited for a deletion that it does not see.
  const deleted = await tx.query("select id from deleted_playlists where id = $1", [id]);
  if (deleted.length > 0) throw new HttpProblem("id-taken");
  if (made.length === 0) {
    const own = await tx.query("select id from playlists where id = $1 and owner = $2", [id, owner]);
    if (own.length === 0) throw new HttpProblem("id-taken");
    return;
  }
  const image = await claimImage(tx, form.playlistImage ?? null, { uid: owner, by: id });
  if (image !== null) await tx.query("update playlists set image = $2 where id = $1", [id, image]);
}

interface PlaylistEdit {
  playlist: v.InferOutput<typeof PlaylistPatch>;
  /** URL of the picture; `changeImage` defines null and undefined. */
  image?: string | null | undefined;
}

/**
 * Returns the assets to remove after the commit. Throws HttpProblem `not-found`, `not-owner`, `upload-not-found`, or
 * `private-songs-in-playlist` with these songs.
 */
export async function editPlaylist(
  tx: Queryable,
  owner: string,
  id: string,
  { playlist: patch, image }: PlaylistEdit,
): Promise<string[]> {
  const playlist = await requirePlaylistOwner(tx, owner, id);
  const isPrivate = patch.private ?? playlist.private;
  if (!isPrivate && playlist.private) await refusePrivateSongs(tx, id);
  if (isPrivate && !playlist.private) await removeFollows(tx, [id]);
  const title = patch.title ?? playlist.title;
  const picture = await changeImage(tx, playlist.image, image, { uid: owner, by: id });
  await tx.query(
    `update playlists set title = $3, folded_title = $4, description = $5, genre = $6, private = $7, image = $8
     where id = $1 and owner = $2`,
    [
      id,
      owner,
      title,
      foldCase(title),
      patch.description ?? playlist.description,
      patch.genre === undefined ? playlist.genre : patch.genre,
      isPrivate,
      picture.image,
    ],
  );
  return picture.released;
}

/** Locks the songs: a concurrent edit that makes one private waits, and then removes it from the public playlist. */
async function refusePrivateSongs(tx: Queryable, id: string): Promise<void> {
  const songs = await readRows(
    tx,
    v.object({ _id: v.string(), title: v.string(), private: v.boolean() }),
    `select s.id as "_id", s.title, s.private from playlist_songs m join songs s on s.id = m.song_id
     where m.playlist_id = $1 order by s.id for key share of s`,
    [id],
  );
  const hidden = songs.filter((song) => song.private).map(({ _id, title }) => ({ _id, title }));
  if (hidden.length > 0) throw new HttpProblem("private-songs-in-playlist", { extra: { songs: hidden } });
}
