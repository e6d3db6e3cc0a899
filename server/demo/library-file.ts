/** The demo library's description, `library.json`. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { PlaylistForm, SongForm } from "../../contract/rules/validation.ts";
import { ignoreMissing } from "../lib/error-code.ts";

const Person = v.object({ email: v.string(), firstName: v.string(), lastName: v.string() });
/** First and last name. */
const Name = v.string();
const Title = v.string();

const Library = v.object({
  /** Accounts that can sign in. */
  accounts: v.array(v.object({ ...Person.entries, password: v.string(), artist: v.boolean() })),
  /** Owners of the songs; those without an account cannot sign in. */
  artists: v.array(Person),
  songs: v.array(v.object({ ...SongForm.entries, file: v.string(), cover: v.string() })),
  playlists: v.optional(
    v.array(v.object({ ...PlaylistForm.entries, owner: Name, cover: v.string(), songs: v.array(Title) })),
    [],
  ),
  /** What people do with all that. */
  activity: v.optional(
    v.array(
      v.object({
        person: Name,
        follows: v.array(Name),
        followsPlaylists: v.array(Title),
        likes: v.array(Title),
        /** How often this person heard which song. */
        plays: v.record(Title, v.pipe(v.number(), v.integer(), v.minValue(1))),
      }),
    ),
    [],
  ),
});
export type Library = v.InferOutput<typeof Library>;

/** Reads `library.json` in `directory`; returns undefined without one. Throws for an invalid file. */
export async function readLibrary(directory: string): Promise<Library | undefined> {
  try {
    return v.parse(Library, JSON.parse(await readFile(join(directory, "library.json"), "utf8")));
  } catch (error) {
    return ignoreMissing(error);
  }
}
