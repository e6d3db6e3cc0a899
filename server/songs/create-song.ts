/** Creates a song from its owner's upload. */
import { foldCase } from "../../contract/rules/fold-case.ts";
import type { MeasuredLoudness } from "../../contract/rules/loudness.ts";
import type { SongForm } from "../../contract/rules/validation.ts";
import type { Queryable } from "../db/database.ts";
import type { AppContext } from "../app-context.ts";
import { claim, claimImage } from "../media/claim-upload.ts";
import type { Profile } from "../users/profile-rows.ts";

interface NewSong {
  song: SongForm;
  /** `public_id` of the audio upload. */
  audio: string;
  /** URL of an uploaded picture. */
  image: string | null;
  /** For a file without tags of it. */
  loudness: MeasuredLoudness | null;
}

/**
 * Inserts the song, claims its files and returns its id, in the caller's transaction. File properties come from the
 * upload, never from the request. Throws the same errors as `claim`.
 */
export async function createSong(
  db: Queryable,
  { newId, now }: Pick<AppContext, "newId" | "now">,
  owner: Pick<Profile, "uid" | "artist">,
  { song, audio, image, loudness }: NewSong,
): Promise<string> {
  const id = newId();
  const file = await claim(db, { publicId: audio, kind: "audio", uid: owner.uid, by: id });
  const cover = await claimImage(db, image, { uid: owner.uid, by: id });
  // Only artists publish: the songs of others are private whatever the request says (specification 4.3).
  const isPrivate = owner.artist ? song.private : true;
  const { gain, peak } = file.gain === null && loudness !== null ? loudness : file;
  db.invalidate("deliveries");
  await db.query(
    `insert into songs (id, owner, title, artist, album, genre, private, image, audio, duration, bytes, sha256,
       mime_type, gain, peak, created_at, folded_title, position)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
       (select coalesce(min(position), 0) - 1 from songs where owner = $2))`,
    [
      id,
      owner.uid,
      song.title,
      song.artist,
      song.album,
      song.genre,
      isPrivate,
      cover,
      file.id,
      file.duration ?? 0,
      file.bytes,
      file.sha256,
      file.mime_type,
      gain,
      peak,
      now(),
      foldCase(song.title),
    ],
  );
  return id;
}
