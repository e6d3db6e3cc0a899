/** Endpoints of profiles, follows and favourites. */
import * as v from "valibot";
import { data, endpoint, list } from "./endpoint.ts";
import { Email, FirstName, LastName } from "./rules/validation.ts";
import { Song } from "./songs.ts";
import { Caller, Color, Id, IdsOnly, Page, Uid, Url } from "./common-schemas.ts";

export const User = v.object({
  _id: Uid,
  uid: Uid,
  firebase_id: Uid,
  userName: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  profileImage: v.nullable(Url),
  profileColor: Color,
  artist: v.boolean(),
  followers: v.number(),
  following: v.number(),
  followedBy: v.array(Uid),
});
export type User = v.InferOutput<typeof User>;

/** A person in a list or a search: all that a row shows, and nothing that grows with their followers. */
export const UserSummary = v.omit(User, ["followedBy"]);
export type UserSummary = v.InferOutput<typeof UserSummary>;

/** The caller's own profile: the only type with an email. */
export const Me = v.object({ ...User.entries, email: v.string(), newsletter: v.boolean() });
export type Me = v.InferOutput<typeof Me>;

/** What a link or a header shows of a person; handed from screen to screen. */
export const UserSnapshot = v.pick(User, ["uid", "userName", "profileImage", "profileColor"]);
export type UserSnapshot = v.InferOutput<typeof UserSnapshot>;

/** The signed-in user in local storage, under the key `user`. */
export const StoredUser = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  uid: Uid,
});
export type StoredUser = v.InferOutput<typeof StoredUser>;

const ById = v.object({ id: Uid });

export const createUser = endpoint("POST", "/users", {
  body: v.object({
    firstName: FirstName,
    lastName: LastName,
    /** Ignored: the profile gets the token's email. */
    email: v.optional(v.string()),
    artist: v.optional(v.boolean(), false),
    newsletter: v.optional(v.boolean(), false),
  }),
  reply: data(Me),
  status: 201,
});

export const loginUser = endpoint("POST", "/users/login", {
  body: v.object({
    user: v.object({
      firstName: v.string(),
      lastName: v.string(),
      email: v.string(),
      uid: v.string(),
    }),
  }),
  reply: data(Me),
});

export const getUser = endpoint("GET", "/users/{id}", {
  params: ById,
  reply: data(v.union([Me, User])),
});

export const favouriteSongs = endpoint("GET", "/users/myFavoriteSongs/{id}", {
  params: ById,
  query: Page,
  reply: list(Song),
});

export const favouriteSongIds = endpoint("GET", "/users/myFavoriteSongs/{id}", {
  params: ById,
  query: IdsOnly,
  reply: list(Id),
});

export const artists = endpoint("GET", "/users/artists", { query: Page, reply: list(UserSummary) });

export const editUser = endpoint("PATCH", "/users/{id}", {
  params: ById,
  body: v.object({
    firstName: v.optional(FirstName),
    lastName: v.optional(LastName),
    /** URL of an own new upload, null to remove, absent to keep. */
    profileImage: v.optional(v.nullable(Url)),
  }),
  reply: data(Me),
});

/** Deletes the account and everything in it; the sign-in must be at most 5 minutes old. */
export const deleteUser = endpoint("DELETE", "/users/{id}", {
  params: ById,
  body: Caller,
  reply: v.undefined_(),
  status: 204,
});

/** Stores a new email, which the caller's fresh token must contain. */
export const updateEmail = endpoint("PUT", "/users/update-email/{id}", {
  params: ById,
  body: v.object({ newEmail: Email }),
  reply: data(Me),
});

/** Uids of the people the caller follows, newest first. */
export const followingIds = endpoint("GET", "/users/following/{id}", {
  params: ById,
  query: IdsOnly,
  reply: list(Uid),
});

const FollowedUser = v.object({ _id: Uid, followed: v.boolean(), followers: v.number() });

/** `{id}` is the user to follow. */
export const followUser = endpoint("PATCH", "/users/follow/{id}", {
  params: ById,
  body: Caller,
  reply: data(FollowedUser),
});

export const cancelFollowUser = endpoint("PATCH", "/users/cancel-follow/{id}", {
  params: ById,
  body: Caller,
  reply: data(FollowedUser),
});
