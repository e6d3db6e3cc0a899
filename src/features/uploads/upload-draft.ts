/** What is typed and chosen in the upload dialog, one row per file (specification 4.9, 4.10). Pure. */
import { SongForm } from "../../../contract/rules/validation.ts";
import { checkForm } from "../../ui/standard-schema.ts";
import { texts } from "../../texts/en.ts";
import { audioProblem, coverProblem, isSameFile, looksLikeAudio } from "./file-rules.ts";
import type { FoundFields } from "./fields-of-tags.ts";
import type { Playback } from "./probe-file.ts";
import type { UploadProgress } from "./upload-song.ts";

interface RowValues {
  title: string;
  artist: string;
  album: string;
  genre: string;
}
export type TextFieldName = keyof RowValues;
export type FieldName = TextFieldName | "audio" | "cover";

export interface Row {
  /** Names the row as long as the dialog holds it. */
  readonly id: number;
  readonly file: File | null;
  readonly cover: File | null;
  readonly values: RowValues;
  /** Fields that the user has filled or emptied: what the file says no longer goes there. */
  readonly typed: ReadonlySet<FieldName>;
  /** Fields that were left: their messages show. */
  readonly left: ReadonlySet<FieldName>;
  /** The file's tags are being read. */
  readonly reading: boolean;
  /** Whether this browser plays the file; "unknown" until it has said so. */
  readonly playback: Playback;
  /** The user was stopped once because it does not: the next time the file is sent. */
  readonly isWarned: boolean;
  /** Why it could not be sent, by the server. */
  readonly problem: string | undefined;
  readonly parcel: UploadProgress;
}

const noValues: RowValues = { title: "", artist: "", album: "", genre: "" };
const allFields: readonly FieldName[] = ["title", "artist", "album", "genre", "audio", "cover"];

export const emptyRow = (id: number): Row => ({
  id,
  file: null,
  cover: null,
  values: noValues,
  typed: new Set(),
  left: new Set(),
  reading: false,
  playback: "unknown",
  isWarned: false,
  problem: undefined,
  parcel: {},
});

/** Another file is another song: what was sent for the former does not count for it. */
export const withFile = (row: Row, file: File | null): Row => ({
  ...row,
  file,
  reading: file !== null,
  playback: "unknown",
  isWarned: false,
  problem: undefined,
  parcel: {},
  left: new Set([...row.left, "audio"]),
});

export const withValue = (row: Row, name: TextFieldName, value: string): Row => ({
  ...row,
  values: { ...row.values, [name]: value },
  typed: new Set([...row.typed, name]),
  problem: undefined,
});

export const withCover = (row: Row, cover: File | null): Row => ({
  ...row,
  cover,
  typed: new Set([...row.typed, "cover"]),
  left: new Set([...row.left, "cover"]),
  problem: undefined,
});

export const withLeft = (row: Row, name: FieldName): Row =>
  row.left.has(name) ? row : { ...row, left: new Set([...row.left, name]) };

export const withPlayback = (row: Row, playback: Playback): Row => ({ ...row, playback });

/** After a look at everything: each message shows, and was seen. */
export const withAllLeft = (row: Row): Row => ({
  ...row,
  left: new Set(allFields),
  isWarned: row.playback === "fails",
});

/** Fills what the user has not; a file that says nothing takes back what the file before it said. */
export function withTags(row: Row, found: FoundFields, cover: File | null): Row {
  const values = { ...row.values };
  for (const name of ["title", "artist", "album", "genre"] as const)
    if (!row.typed.has(name)) values[name] = found[name];
  return { ...row, values, cover: row.typed.has("cover") ? row.cover : cover, reading: false };
}

export type RowErrors = { [Name in FieldName]?: string | undefined };

/** Every message of the row, shown or not. */
export function errorsOf(row: Row): RowErrors {
  const checked = checkForm(SongForm, { ...row.values, private: true });
  return {
    ...(checked.ok ? {} : checked.errors),
    audio: audioProblem(row.file) ?? playbackProblem(row),
    cover: coverProblem(row.cover),
  };
}

/** Another browser may play it, so this is no last word. */
const playbackProblem = ({ playback }: Row) => (playback === "fails" ? texts.uploads.cannotPlay : undefined);

export function isComplete(row: Row): boolean {
  const { audio, ...others } = errorsOf(row);
  const isReady = row.isWarned ? !audioProblem(row.file) : !audio;
  return isReady && Object.values(others).every((one) => !one);
}

/** What the row sends, or undefined while something is wrong with it. */
export function contentOf(row: Row, isPrivate: boolean) {
  const checked = checkForm(SongForm, { ...row.values, private: isPrivate });
  if (!checked.ok || row.file === null || !isComplete(row)) return undefined;
  return { file: row.file, cover: row.cover, values: checked.value };
}

export interface Sorted {
  files: File[];
  /** What was left out, in words. */
  notice: string | undefined;
}

/**
 * Which of the chosen files become rows. One file alone is taken as it is, so that its field can say what is wrong; of
 * several, those that are no sound are left out, as a whole folder may have been dropped.
 */
export function sortFiles(chosen: readonly File[], present: readonly File[]): Sorted {
  const files: File[] = [];
  const doubled: string[] = [];
  const foreign: string[] = [];
  for (const file of chosen) {
    if (chosen.length > 1 && !looksLikeAudio(file)) foreign.push(file.name);
    else if ([...present, ...files].some((other) => isSameFile(other, file))) doubled.push(file.name);
    else files.push(file);
  }
  const notices = [
    doubled.length > 0 && texts.uploads.doubled(doubled),
    foreign.length > 0 && texts.uploads.leftOut(foreign),
  ].filter((one) => one !== false);
  return { files, notice: notices.length > 0 ? notices.join(" ") : undefined };
}
