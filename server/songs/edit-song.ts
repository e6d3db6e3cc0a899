/** Edits a song, and withdraws it from other users when it becomes private (specification 4.14-4.16). */
import * as v from "valibot";
import { foldCase } from "../../contract/rules/fold-case.ts";
import type { SongPatch } from "../../contract/rules/validation.ts";
import { changeCount } from "../db/counters.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { HttpProblem } from "../http/problem.ts";
import { changeImage } from "../media/claim-upload.ts";
import type { Profile } from "../users/profile-rows.ts";
import { requireSongOwner } from "./require-song-owner.ts";

interface SongEdit {
  songData: v.InferOutput<typeof SongPatch>;
  /** URL of the cover; `changeImage` defines null and undefined. */
  image?: string | null | undefined;
  /** The user has confirmed that the song leaves public playlists. */
  confirmed: boolean;
}

/**
 * Returns the assets to remove after the commit. Throws HttpProblem `not-found`, `not-owner`, `upload-not-found`, or
 * `song-in-public-playlists` with the number of playlists.
 */
export async function editSong(
  tx: Queryable,
  owner: Pick<Profile, "uid" | "artist">,
  id: string,
  { songData, image, confirmed }: SongEdit,
): Promise<string[]> {
  const song = await requireSongOwner(tx, owner.uid, id);
  const isPrivate = owner.artist ? (songData.private ?? song.private) : true;
  if (isPrivate && !song.private) await withdraw(tx, owner.uid, id, confirmed);
  const title = songData.title ?? song.title;
  const album = songData.album === undefined ? song.album : songData.album;
  const cover = await changeImage(tx, song.image, image, { uid: owner.uid, by: id });
  tx.invalidate("deliveries");
  await tx.query(
    `update songs set title = $3, folded_title = $4, artist = $5, album = $6, genre = $7, private = $8, image = $9
     where id = $1 and owner = $2`,
    [
      id,
      owner.uid,
      title,
      foldCase(title),
      songData.artist ?? song.artist,
      album,
      songData.genre ?? song.genre,
      isPrivate,
      cover.image,
    ],
  );
  return cover.released;
}

/** Removes the song from public playlists and from other users' playlists and likes. */
async function withdraw(tx: Queryable, owner: string, id: string, confirmed: boolean) {
  if (!confirmed) {
    const [row] = await readRows(
      tx,
      v.object({ n: v.number() }),
      `select count(*) as n from playlist_songs m join playlists p on p.id = m.playlist_id
       where m.song_id = $1 and not p.private`,
      [id],
    );
    const playlists = row?.n ?? 0;
    if (playlists > 0) throw new HttpProblem("song-in-public-playlists", { extra: { playlists } });
  }
  await tx.query(
    `delete from playlist_songs where song_id = $1 and playlist_id in
       (select p.id from playlists p join playlist_songs m on m.playlist_id = p.id
        where m.song_id = $1 and (not p.private or p.owner <> $2))`,
    [id, owner],
  );
  const unliked = await tx.query("delete from likes where song_id = $1 and uid <> $2 returning uid", [id, owner]);
  await changeCount(tx, "like", id, -unliked.length);
}
