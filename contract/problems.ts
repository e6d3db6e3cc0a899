/** RFC 9457 problem details: every error of the server has a stable code. */
import * as v from "valibot";

/** The stable codes with status and title. A new code is a new row. */
export const problems = {
  "invalid-request": [422, "Some of the values cannot be used"],
  "malformed-body": [400, "The request could not be read"],
  unauthenticated: [401, "Log in to go on"],
  "not-yourself": [403, "This belongs to somebody else"],
  "not-owner": [403, "Only the owner can change this"],
  "no-profile": [403, "Complete your registration first"],
  "not-found": [404, "There is nothing here, or it is not yours to see"],
  "method-not-allowed": [405, "This address does not take that method"],
  "upload-not-found": [409, "The uploaded file is no longer here. Upload it again"],
  "cannot-follow-yourself": [409, "You cannot follow yourself"],
  "own-playlist": [409, "You cannot follow a playlist of your own"],
  "id-taken": [409, "This playlist cannot be created again. Create a new one"],
  "already-in-playlist": [409, "The song is in this playlist already"],
  "private-song-in-public-playlist": [409, "Private songs can only be in private playlists"],
  "private-songs-in-playlist": [409, "Private songs are in this playlist. Take them out before you make it public"],
  "song-in-public-playlists": [409, "The song is in public playlists, and leaves them when it becomes private"],
  "email-not-changed": [409, "The new email address is not confirmed yet"],
  "sign-in-again": [403, "Log in again to do this"],
  "key-reused": [422, "This Idempotency-Key was used for another request"],
  "too-large": [413, "The file is too large"],
  "unreadable-file": [422, "The file took too much work to check"],
  "unsupported-media": [415, "This kind of file cannot be used"],
  "too-many-requests": [429, "Too many requests. Wait a moment and try again"],
  "disk-full": [507, "There is no room left on the server"],
  unavailable: [503, "The server cannot answer right now. Try again in a moment"],
  internal: [500, "Something went wrong on the server"],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof problems;

export const Problem = v.looseObject({
  status: v.number(),
  title: v.string(),
  detail: v.optional(v.string()),
  /** One of `problems`; a string, because a newer server may have more. */
  code: v.string(),
  errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
});
export type Problem = v.InferOutput<typeof Problem>;

export const problemType = "application/problem+json";
