/** Seeds people and their follows. */
import { foldName, userNameOf } from "../users/profile-rows.ts";
import { personName, pickTongue } from "./names.ts";
import { drawDifferent, zipfShares } from "./random.ts";
import { addImage, makeId, momentSince, openedAt, placeFor, type Person, type SeedContext } from "./seed-context.ts";

/** One person in five is an artist. */
export const artistsOf = (count: number) => Math.ceil(count / 5);

export const emailOf = (seed: number, role: "artist" | "listener", number: number) =>
  `${role}-${number}@seed-${seed}.example`;

/**
 * Adds artists, then listeners. The first of each kind is the most active.
 * @param passwordHash shared by all; null creates people without accounts
 */
export async function addPeople(world: SeedContext, count: number, passwordHash: string | null): Promise<void> {
  const { random, batch } = world;
  const artists = artistsOf(count);
  for (let index = 0; index < count; index++) {
    const tongue = pickTongue(random);
    const { first, last } = personName(random, tongue);
    const artist = index < artists;
    const person: Person = {
      uid: random.bytes(21).toString("base64url"),
      email: artist ? emailOf(world.seed, "artist", index + 1) : emailOf(world.seed, "listener", index - artists + 1),
      name: userNameOf(first, last),
      tongue,
      artist,
      orders: random.chance(0.1),
    };
    world.people.push(person);
    const { uid, email } = person;
    const createdAt = random.whole(world.begin, openedAt(world) - 1);
    if (passwordHash !== null) {
      batch.add("accounts", {
        uid,
        email,
        password_hash: passwordHash,
        email_verified: false,
        valid_since: Math.floor(createdAt / 1000),
        disabled: false,
        created_at: createdAt,
      });
    }
    batch.add("users", {
      uid,
      first_name: first,
      last_name: last,
      email,
      artist,
      newsletter: random.chance(0.2),
      profile_image: addImage(world, 0.3, { uid, claimedBy: uid, createdAt }),
      created_at: createdAt,
      folded_name: foldName(first, last),
    });
    await batch.writeIfFull();
  }
  await batch.write();
}

/** Adds ten follows per person; the best-known artists get most of them. */
export async function addFollows(world: SeedContext): Promise<void> {
  const { people, batch } = world;
  const shares = zipfShares(people.length, 1);
  for (const [rank, followed] of people.entries()) {
    const wanted = Math.min(people.length / 2, (shares[rank] ?? 0) * people.length * 10);
    const followers = drawDifferent(world.drawPerson, Math.round(wanted)).filter((index) => index !== rank);
    for (const index of followers) {
      const person = people[index];
      if (!person) continue;
      const createdAt = momentSince(world, openedAt(world));
      batch.add("user_follows", {
        uid: person.uid,
        followed: followed.uid,
        position: placeFor(world, person, createdAt),
        created_at: createdAt,
      });
    }
    if (followers.length > 0) {
      batch.add("count_changes", {
        id: makeId(world),
        kind: "follower",
        subject: followed.uid,
        change: followers.length,
      });
    }
    await batch.writeIfFull();
  }
  await batch.write();
}
