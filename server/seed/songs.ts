/** Seeds songs with likes and plays: a few hits, a long tail, and many that nobody ever played. */
import { genres } from "../../contract/rules/genres.ts";
import { foldCase } from "../../contract/rules/fold-case.ts";
import { createIds } from "../lib/uuid.ts";
import { clip, makeTitle, pickTongue } from "./names.ts";
import { createDraw, drawDifferent, zipfShares } from "./random.ts";
import { addAsset, addImage, momentSince, openedAt, placeFor, type Person, type SeedContext } from "./seed-context.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export interface SeededSongs {
  /** Ids of public songs, the most popular first. */
  known: string[];
  /** Ids of private songs by their owner's uid. */
  hidden: Map<string, string[]>;
}

/** @param progress receives the number of written songs */
export async function addSongs(
  world: SeedContext,
  count: number,
  progress: (written: number) => void,
): Promise<SeededSongs> {
  const { random, batch, people } = world;
  const artists = people.filter(({ artist }) => artist);
  const drawArtist = createDraw(random, zipfShares(artists.length, 0.8));
  const fame = random.shuffled(count);
  const shares = zipfShares(count, 0.9);
  const known: string[] = [];
  const hidden = new Map<string, string[]>();
  let createdAt = 0;
  const newId = createIds(() => createdAt, random.bytes);
  const span = world.end - openedAt(world);

  for (let index = 0; index < count; index++) {
    createdAt = openedAt(world) + Math.floor((span * index) / count);
    const owner = random.chance(0.92) ? artists[drawArtist()] : people[world.drawPerson()];
    if (!owner) continue;
    const id = newId();
    const isPrivate = !owner.artist || random.chance(0.1);
    const rank = fame[index] ?? 0;
    if (isPrivate) hidden.set(owner.uid, [...(hidden.get(owner.uid) ?? []), id]);
    else known[rank] = id;
    // Forty likes per person; at most half of the people like a song.
    const liked = Math.min(people.length / 2, (shares[rank] ?? 0) * people.length * 40);
    const counts = isPrivate ? { likes: 0, plays: 0 } : addFans(world, { id, createdAt }, liked);
    addSong(world, { id, owner, createdAt, isPrivate, ...counts });
    await batch.writeIfFull();
    if ((index + 1) % 1_000 === 0) progress(index + 1);
  }
  await batch.write();
  return { known: known.filter((id) => id !== undefined), hidden };
}

interface Song {
  id: string;
  owner: Person;
  createdAt: number;
  isPrivate: boolean;
  likes: number;
  plays: number;
}

function addSong(world: SeedContext, { id, owner, createdAt, isPrivate, likes, plays }: Song): void {
  const { random } = world;
  const tongue = random.chance(0.8) ? owner.tongue : pickTongue(random);
  const title = makeTitle(random, tongue, 80);
  const isGuest = random.chance(0.1);
  const of = { uid: owner.uid, claimedBy: id, createdAt };
  const audio = addAsset(world, "audio", of);
  world.batch.add("songs", {
    id,
    owner: owner.uid,
    title,
    artist: clip(isGuest ? `${owner.name} feat. ${random.pick(world.people).name}` : owner.name, 50),
    album: random.chance(0.7) ? makeTitle(random, tongue, 50) : null,
    genre: random.pick(genres),
    private: isPrivate,
    image: addImage(world, 0.8, of),
    audio: audio.id,
    duration: audio.duration ?? 0,
    bytes: audio.bytes,
    sha256: audio.sha256,
    mime_type: audio.mimeType,
    gain: audio.gain,
    peak: audio.peak,
    position: placeFor(world, owner, createdAt),
    created_at: createdAt,
    folded_title: foldCase(title),
    likes,
    plays,
  });
}

/** Adds likes and plays, also by people who only play the song; returns their numbers. */
function addFans(
  world: SeedContext,
  { id, createdAt }: Pick<Song, "id" | "createdAt">,
  liked: number,
): Pick<Song, "likes" | "plays"> {
  const { random, batch, people } = world;
  // A fraction of a like is the probability of one.
  const count = Math.floor(liked + random.next());
  const fans = drawDifferent(world.drawPerson, count);
  for (const index of fans) {
    const person = people[index];
    if (!person) continue;
    const likedAt = momentSince(world, createdAt);
    batch.add("likes", {
      uid: person.uid,
      song_id: id,
      position: placeFor(world, person, likedAt),
      created_at: likedAt,
    });
  }
  let plays = 0;
  for (const index of new Set([...fans, ...drawDifferent(world.drawPerson, count)])) {
    const uid = people[index]?.uid ?? "";
    for (const playedAt of drawPlays(world, createdAt)) {
      batch.add("plays", {
        uid,
        song_id: id,
        played_at: playedAt,
        arrived_day: Math.floor(playedAt / dayMs),
      });
      plays++;
    }
  }
  return { likes: fans.length, plays };
}

/** Draws play times in different hours, so that each play counts (specification 13.5). */
function drawPlays({ random, end }: SeedContext, createdAt: number): number[] {
  let wanted = 1;
  while (wanted < 12 && random.chance(0.45)) wanted++;
  const hours = Math.floor((end - createdAt) / hourMs);
  if (hours === 0) return [];
  return drawDifferent(() => random.whole(0, hours - 1), Math.min(wanted, hours)).map(
    (hour) => createdAt + hour * hourMs + random.whole(0, hourMs / 2),
  );
}
