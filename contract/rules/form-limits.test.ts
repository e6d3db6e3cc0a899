/** Each limit of the forms from both sides, with its exact message (specification 8.1, 8.3-8.8, 8.13, 8.15). */
import * as v from "valibot";
import { expect, test, vi } from "vitest";
import { genres } from "./genres.ts";
import { LoginForm, PlaylistForm, RecoveryForm, RegistrationForm, SongForm, weakPassword } from "./validation.ts";

const strong = "Correct!1horse";
const forms = {
  login: [LoginForm, { email: "ada@example.org", password: "any" }],
  recovery: [RecoveryForm, { email: "ada@example.org" }],
  registration: [
    RegistrationForm,
    {
      firstName: "Ada",
      lastName: "Byron",
      email: "ada@example.org",
      password: strong,
      confirm: strong,
      privacy: true,
      newsletter: false,
    },
  ],
  song: [SongForm, { title: "Slow Tide", artist: "Ada", album: null, genre: "Ska", private: true }],
  playlist: [PlaylistForm, { title: "Shore", description: "By the sea", private: true }],
} as const satisfies Record<string, [v.GenericSchema, object]>;
type Form = keyof typeof forms;

/** The messages that one changed field brings. */
function messages(form: Form, changed: object): string[] {
  const [schema, good] = forms[form];
  const { issues = [] } = v.safeParse<v.GenericSchema>(schema, { ...good, ...changed }, { abortPipeEarly: true });
  return issues.map(({ message }) => message);
}

// 8.15
test.each([
  ["title", "Title must be at most 80 characters"],
  ["album", "Album must be at most 50 characters"],
])("a %s of a hundred thousand units is refused without counting its characters", (field, limit) => {
  const counting = vi.spyOn(Intl.Segmenter.prototype, "segment");
  const long = "Tide ".repeat(20_000);
  const { issues = [] } = v.safeParse<v.GenericSchema>(SongForm, { ...forms.song[1], [field]: long });
  expect(issues.map(({ message }) => message)).toEqual([limit]);
  expect(counting.mock.calls.filter(([text]) => text.length > 1_000)).toEqual([]);
});

/** A word without a break, a sign of several parts, and a script from right to left. */
const units = ["w", "👋🏽", "ש"];

test.each([
  ["registration", "firstName", 2, 50, "Too short", "Too long", "Your name is required"],
  ["registration", "lastName", 2, 50, "Too short", "Too long", "Your surname is required"],
  ["song", "title", 2, 80, ...general("Title", 2, 80), "The song title is required"],
  ["song", "artist", 2, 50, ...general("Artist", 2, 50), "The song artist is required"],
  ["song", "album", 2, 50, ...general("Album", 2, 50), undefined],
  ["playlist", "title", 2, 50, "Too short", "Too long", "The playlist title is required"],
  ["playlist", "description", 2, 200, "Too short", "Too long", "The description is required"],
] as const)("%s: %s has %i to %i characters", (form, field, min, max, short, long, missing) => {
  for (const unit of units) {
    const of = (length: number) => messages(form, { [field]: unit.repeat(length) });
    expect([unit, of(min - 1), of(min), of(max), of(max + 1)]).toEqual([unit, [short], [], [], [long]]);
  }
  const absent = missing === undefined ? [] : [missing];
  for (const nothing of ["", "   ", "\u200b\u200b\u200b"]) expect(messages(form, { [field]: nothing })).toEqual(absent);
  // Around a text spaces do not count.
  expect(messages(form, { [field]: ` ${"w".repeat(max)} ` })).toEqual([]);
  expect(messages(form, { [field]: ` ${"w".repeat(min - 1)} ` })).toEqual([short]);
  // What looks like a page is text like any other.
  expect(messages(form, { [field]: "<b>Bold</b> & more" })).toEqual([]);
});

function general(label: string, min: number, max: number) {
  return [`${label} must be at least ${min} characters`, `${label} must be at most ${max} characters`] as const;
}

test.each(["login", "recovery", "registration"] as const)("%s: the email is there and valid", (form) => {
  const of = (email: string) => messages(form, { email });
  expect(of("")).toEqual(["Please Enter your Email"]);
  expect(of("   ")).toEqual(["Please Enter your Email"]);
  for (const wrong of ["ada", "ada@", "@example.org", "ada example@x.org", "a@b", "<b>@example.org"])
    expect([wrong, ...of(wrong)]).toEqual([wrong, "Email must be a valid email"]);
  for (const right of ["a@b.org", " ada@example.org ", "ada+music@example.org"])
    expect([right, ...of(right)]).toEqual([right]);
  const local = (length: number) => `${"a".repeat(length)}@example.org`;
  expect(of(local(254 - "@example.org".length))).toEqual([]);
  expect(of(local(255 - "@example.org".length))).toEqual(["Email must be at most 254 characters"]);
});

test("a login takes any password, a registration a strong one", () => {
  expect(messages("login", { password: "" })).toEqual(["Please Enter your password"]);
  expect(messages("login", { password: "x" })).toEqual([]);
  const of = (password: string) => messages("registration", { password, confirm: password });
  expect(messages("registration", { password: "", confirm: "any" })).toEqual(["Please Enter your password"]);
  for (const weak of [
    "aB1!aB1",
    "AB1!AB1!",
    "ab1!ab1!",
    "aB!!aB!!",
    "aB11aB11",
    "aB1?aB1?",
    "aB1!aB1!\0",
    "aB1!aB1!\udc00",
  ])
    expect([weak, ...of(weak)]).toEqual([weak, weakPassword]);
  for (const sign of "!@#$%^&*") expect([sign, ...of(`aB1${sign}aB1x`)]).toEqual([sign]);
});

test("a registration is confirmed twice over", () => {
  expect(messages("registration", { confirm: "" })).toEqual(["Please confirm your password"]);
  expect(messages("registration", { confirm: `${strong} ` })).toEqual(["Passwords must match"]);
  expect(messages("registration", { privacy: false })).toEqual(["You must accept our privacy polices to continue"]);
});

test("genre and visibility are of their lists", () => {
  for (const genre of genres) expect(messages("song", { genre })).toEqual([]);
  expect(messages("song", { genre: "" })).toEqual(["The song genre is required"]);
  expect(messages("song", { genre: "Schlager" })).toEqual(["The song genre is required"]);
  expect(messages("playlist", { genre: null })).toEqual([]);
  expect(messages("playlist", { genre: "Schlager" })).toEqual(["Choose one of the genres, or none"]);
  expect(messages("playlist", { private: undefined })).toEqual(["This field is required"]);
});
