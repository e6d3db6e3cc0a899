/** Turns rows into the contract's users. */
import { maxFollowedBy } from "../../contract/rules/limits.ts";
import type { Me, User, UserSummary } from "../../contract/users.ts";
import { imageUrl } from "../media/asset-ids.ts";
import type { ListedPerson, Person } from "./people.ts";
import { userNameOf } from "./profile-rows.ts";

/** Serializes a person of a list. */
export const toUserSummary = (person: ListedPerson): UserSummary => ({
  _id: person.uid,
  uid: person.uid,
  firebase_id: person.uid,
  userName: userNameOf(person.first_name, person.last_name),
  firstName: person.first_name,
  lastName: person.last_name,
  profileImage: imageUrl(person.profile_image),
  profileColor: person.color,
  artist: person.artist,
  followers: person.followers,
  following: person.following,
});

/** Serializes one person for this viewer. */
export const toUser = (person: Person, viewer: string): User => ({
  ...toUserSummary(person),
  followedBy: withViewer(person, viewer),
});

/** The newest followers; a viewer whose follow is older replaces the last of them. */
function withViewer({ followed_by: newest, followed }: Person, viewer: string): string[] {
  if (!followed || newest.includes(viewer)) return newest;
  return [...newest.slice(0, maxFollowedBy - 1), viewer];
}

/** Only for the user themselves. */
export const toMe = (person: Person): Me => ({
  ...toUser(person, person.uid),
  email: person.email,
  newsletter: person.newsletter,
});
