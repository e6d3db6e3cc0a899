/** The forms' validation rules with their exact messages, for page and server. */
import * as v from "valibot";
import { countCharacters, isVisible, withoutDirections } from "./characters.ts";
import { Genre, genres } from "./genres.ts";

/** UTF-16 units per character, so that a short text cannot carry a thousand combining marks. */
const unitsPerCharacter = 4;

const hasCharacters = (min: number, max: number, short: string, long: string) =>
  [
    v.maxLength<string, number, string>(max * unitsPerCharacter, long),
    // A schema ends the pipe where something failed before it: to count the characters of a long text takes seconds.
    v.string(),
    v.check((value: string) => countCharacters(value) >= min, short),
    v.check((value: string) => countCharacters(value) <= max, long),
  ] as const;

/** Trimmed text of min-max characters; `label` replaces "Too short" and "Too long" by the general sentences. */
const text = (min: number, max: number, missing: string, label?: string) =>
  v.pipe(
    v.string(missing),
    v.transform(withoutDirections),
    v.trim(),
    v.check(isVisible, missing),
    ...hasCharacters(
      min,
      max,
      label === undefined ? "Too short" : tooShort(label, min),
      label === undefined ? "Too long" : tooLong(label, max),
    ),
  );

const tooShort = (label: string, min: number) => `${label} must be at least ${min} characters`;
const tooLong = (label: string, max: number) => `${label} must be at most ${max} characters`;

export const FirstName = text(2, 50, "Your name is required");
export const LastName = text(2, 50, "Your surname is required");

/** As browsers check a field for an address, with a domain of two names at least and no dots side by side. */
const address =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i;

export const invalidEmail = "Email must be a valid email";

export const Email = v.pipe(
  v.string("Please Enter your Email"),
  v.trim(),
  v.nonEmpty("Please Enter your Email"),
  v.maxLength(254, tooLong("Email", 254)),
  v.regex(address, invalidEmail),
);

export const weakPassword =
  "Password must be min 8 characters, and have 1 Special Character, 1 Uppercase, 1 Number and 1 Lowercase";

/**
 * Whether no password that looks like it has its hash: with U+0000 at its end it has that of the same without (RFC 2104
 * pads a key with it), and half a character is hashed as U+FFFD.
 */
export const hasOwnHash = (password: string) => !/[\0\p{Cs}]/u.test(password);

/** At least 8 characters with a digit, one of `!@#$%^&*`, a lower- and an upper-case letter. */
const isStrongPassword = (password: string) =>
  hasOwnHash(password) &&
  countCharacters(password) >= 8 &&
  /\d/.test(password) &&
  /[!@#$%^&*]/.test(password) &&
  /\p{Ll}/u.test(password) &&
  /\p{Lu}/u.test(password);

const strongPassword = (missing: string, label: string) =>
  v.pipe(
    v.string(missing),
    v.nonEmpty(missing),
    v.maxLength(1024, tooLong(label, 1024)),
    v.check(isStrongPassword, weakPassword),
  );

export const Password = strongPassword("Please Enter your password", "Password");

export const LoginForm = v.object({
  email: Email,
  password: v.pipe(v.string("Please Enter your password"), v.nonEmpty("Please Enter your password")),
});

export const RecoveryForm = v.object({ email: Email });

const confirmation = v.pipe(v.string("Please confirm your password"), v.nonEmpty("Please confirm your password"));
const mismatch = "Passwords must match";

export const RegistrationForm = v.pipe(
  v.object({
    firstName: FirstName,
    lastName: LastName,
    email: Email,
    password: Password,
    confirm: confirmation,
    privacy: v.literal(true, "You must accept our privacy polices to continue"),
    newsletter: v.boolean(),
  }),
  v.forward(
    // Of the confirmation alone: it is compared also while the password is too weak, or another field is missing.
    v.partialCheck([["confirm"]], (form) => form.confirm === (form as { password?: unknown }).password, mismatch),
    ["confirm"],
  ),
);

const required = (label: string) => `${label} is a required field`;
const newPassword = strongPassword(required("New password"), "New password");
const currentPasswordRequired = required("Current password");
const isConfirmed = (form: { newPassword: string; confirm: string }) => form.newPassword === form.confirm;

/** A new password by a mailed link. */
export const PasswordResetForm = v.pipe(
  v.object({ newPassword, confirm: confirmation }),
  v.forward(v.partialCheck([["newPassword"], ["confirm"]], isConfirmed, mismatch), ["confirm"]),
);

export const PasswordChangeForm = v.pipe(
  v.object({
    currentPassword: strongPassword(currentPasswordRequired, "Current password"),
    newPassword,
    confirm: confirmation,
  }),
  v.forward(
    v.partialCheck(
      [["currentPassword"], ["newPassword"]],
      (form) => form.newPassword !== form.currentPassword,
      "New password cannot be same as the old one",
    ),
    ["newPassword"],
  ),
  v.forward(v.partialCheck([["newPassword"], ["confirm"]], isConfirmed, mismatch), ["confirm"]),
);

const presentPassword = v.pipe(v.string(currentPasswordRequired), v.nonEmpty(currentPasswordRequired));

export const EmailChangeForm = v.object({
  newEmail: v.pipe(
    v.string(required("New email")),
    v.trim(),
    v.nonEmpty(required("New email")),
    v.maxLength(254, tooLong("New email", 254)),
    v.regex(address, "New email must be a valid email"),
  ),
  currentPassword: presentPassword,
});

/** Proves the owner before the account is deleted. */
export const PasswordProofForm = v.object({ currentPassword: presentPassword });

/** Completes a registration that has an account but no profile. */
export const CompletionForm = v.object({
  firstName: FirstName,
  lastName: LastName,
  artist: v.boolean(),
  newsletter: v.boolean(),
});

/** Optional text: invisible text counts as absent. */
const optionalText = (min: number, max: number, label: string) =>
  v.pipe(
    v.nullish(v.string(), null),
    v.transform((value) => (value !== null && isVisible(value) ? withoutDirections(value).trim() : null)),
    v.nullable(v.pipe(v.string(), ...hasCharacters(min, max, tooShort(label, min), tooLong(label, max)))),
  );

/** The upload form's values in a request. */
export const SongForm = v.object({
  title: text(2, 80, "The song title is required", "Title"),
  artist: text(2, 50, "The song artist is required", "Artist"),
  album: optionalText(2, 50, "Album"),
  genre: Genre,
  private: v.optional(v.boolean(), true),
});
export type SongForm = v.InferOutput<typeof SongForm>;

/** An edit of a song: only present members change. */
export const SongPatch = v.partial(v.object({ ...SongForm.entries, private: v.boolean() }));

const privacyRequired = "This field is required";

export const PlaylistGenre = v.nullable(v.picklist(genres, "Choose one of the genres, or none"));

const playlistFields = {
  title: text(2, 50, "The playlist title is required"),
  description: text(2, 200, "The description is required"),
  genre: v.optional(PlaylistGenre),
};

export const PlaylistForm = v.object({
  ...playlistFields,
  private: v.boolean(privacyRequired),
  playlistImage: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2048)))),
});
export type PlaylistForm = v.InferOutput<typeof PlaylistForm>;

/** An edit of a playlist: only present members change. */
export const PlaylistPatch = v.partial(v.object({ ...playlistFields, private: v.boolean(privacyRequired) }));
