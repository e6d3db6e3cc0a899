/** From rows to the shapes of the contract (specification 12.1, 12.2). */
import type { Me, User } from "../../contract/users.ts";
import { imageUrl } from "../songs/shape.ts";
import type { Profile } from "./store.ts";

export function toUser(profile: Profile): User {
  return {
    _id: profile.uid,
    uid: profile.uid,
    firebase_id: profile.uid,
    userName: `${profile.first_name} ${profile.last_name}`.trim(),
    firstName: profile.first_name,
    lastName: profile.last_name,
    profileImage: imageUrl(profile.profile_image),
    artist: profile.artist,
    followers: 0,
    following: 0,
    followedBy: [],
  };
}

/** Only for the user themselves. */
export const toMe = (profile: Profile): Me => ({
  ...toUser(profile),
  email: profile.email,
  newsletter: profile.newsletter,
});
