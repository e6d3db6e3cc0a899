/** Seeds playlists: most are short, a few have hundreds of songs or followers. */
import { genres } from "../../contract/rules/genres.ts";
import { foldCase } from "../../contract/rules/fold-case.ts";
import { createIds } from "../lib/uuid.ts";
import { clip, makeTitle } from "./names.ts";
import { createDraw, drawDifferent, zipfShares } from "./random.ts";
import type { SeededSongs } from "./songs.ts";
import { addImage, momentSince, openedAt, placeFor, type SeedContext } from "./seed-context.ts";

/** Maximum number of songs. */
const maxLength = 500;

export async function addPlaylists(world: SeedContext, count: number, songs: SeededSongs): Promise<void> {
  const { random, batch, people } = world;
  const drawSong = createDraw(random, zipfShares(songs.known.length, 0.7));
  const fame = random.shuffled(count);
  const shares = zipfShares(count, 0.9);
  let createdAt = 0;
  const newId = createIds(() => createdAt, random.bytes);
  const span = world.end - openedAt(world);

  for (let index = 0; index < count; index++) {
    createdAt = openedAt(world) + Math.floor((span * index) / count);
    const owner = people[world.drawPerson()];
    if (!owner) continue;
    const id = newId();
    const isPrivate = random.chance(0.4);
    const title = makeTitle(random, owner.tongue, 50);
    // Ten follows per person, of other people's public playlists.
    const wanted = isPrivate ? 0 : (shares[fame[index] ?? 0] ?? 0) * people.length * 10;
    const followers = drawDifferent(world.drawPerson, Math.round(Math.min(people.length / 2, wanted)))
      .flatMap((follower) => people[follower] ?? [])
      .filter(({ uid }) => uid !== owner.uid);
    batch.add("playlists", {
      id,
      owner: owner.uid,
      title,
      description: clip(
        Array.from({ length: random.whole(1, 12) }, () => makeTitle(random, owner.tongue, 80)).join(", "),
        200,
      ),
      genre: random.chance(0.6) ? random.pick(genres) : null,
      private: isPrivate,
      image: addImage(world, 0.4, { uid: owner.uid, claimedBy: id, createdAt }),
      position: placeFor(world, owner, createdAt),
      followers: followers.length,
      folded_title: foldCase(title),
      created_at: createdAt,
    });
    const own = isPrivate ? (songs.hidden.get(owner.uid) ?? []).slice(0, 20) : [];
    const others =
      songs.known.length === 0
        ? []
        : drawDifferent(drawSong, drawLength(world)).flatMap((rank) => songs.known[rank] ?? []);
    for (const [place, song] of [...own, ...others].entries())
      batch.add("playlist_songs", { playlist_id: id, song_id: song, position: place + 1 });
    for (const follower of followers) {
      const followedAt = momentSince(world, createdAt);
      batch.add("playlist_follows", {
        uid: follower.uid,
        playlist_id: id,
        position: placeFor(world, follower, followedAt),
        created_at: followedAt,
      });
    }
    await batch.writeIfFull();
  }
  await batch.write();
}

/** Draws about twelve songs; sometimes ten times as many, or none. */
function drawLength({ random }: SeedContext): number {
  const spread = Math.log(Math.max(random.next(), 1e-6));
  return Math.min(maxLength, Math.floor((random.chance(0.05) ? 120 : 12) * -spread));
}
