/** The state of the upload dialog, one row per file (specification 4.9, 4.10). Pure. */
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
  /** Unique within the dialog. */
  readonly id: number;
  readonly file: File | null;
  readonly cover: File | null;
  readonly values: RowValues;
  /** Fields that the user has edited; the file's tags do not overwrite them. */
  readonly typed: ReadonlySet<FieldName>;
  /** Fields that have lost the focus once, and so show their errors. */
  readonly left: ReadonlySet<FieldName>;
  /** The file's tags are being read. */
  readonly reading: boolean;
  /** Whether this browser plays the file; "unknown" until probed. */
  readonly playback: Playback;
  /** The user was warned that this browser does not play the file; the next submit sends it. */
  readonly isWarned: boolean;
  /** The server's reason for a failed upload. */
  readonly problem: string | undefined;
  readonly progress: UploadProgress;
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
  progress: {},
});

/** Another file is another song: resets the upload progress. */
export const withFile = (row: Row, file: File | null): Row => ({
  ...row,
  file,
  reading: file !== null,
  playback: "unknown",
  isWarned: false,
  problem: undefined,
  progress: {},
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

/** After a submit: shows all errors and marks the warning as seen. */
export const withAllLeft = (row: Row): Row => ({
  ...row,
  left: new Set(allFields),
  isWarned: row.playback === "fails",
});

/** Fills unedited fields from the file's tags; missing tags clear the values of the previous file. */
export function withTags(row: Row, found: FoundFields, cover: File | null): Row {
  const values = { ...row.values };
  for (const name of ["title", "artist", "album", "genre"] as const)
    if (!row.typed.has(name)) values[name] = found[name];
  return { ...row, values, cover: row.typed.has("cover") ? row.cover : cover, reading: false };
}

export type RowErrors = { [Name in FieldName]?: string | undefined };

/** All errors of the row, shown or not. */
export function errorsOf(row: Row): RowErrors {
  const checked = checkForm(SongForm, { ...row.values, private: true });
  return {
    ...(checked.ok ? {} : checked.errors),
    audio: audioProblem(row.file) ?? playbackProblem(row),
    cover: coverProblem(row.cover),
  };
}

/** A warning only, because another browser may play the file. */
const playbackProblem = ({ playback }: Row) => (playback === "fails" ? texts.uploads.cannotPlay : undefined);

export function isComplete(row: Row): boolean {
  const { audio, ...others } = errorsOf(row);
  const isReady = row.isWarned ? !audioProblem(row.file) : !audio;
  return isReady && Object.values(others).every((one) => !one);
}

/** The content to upload; undefined while the row has errors. */
export function contentOf(row: Row, isPrivate: boolean) {
  const checked = checkForm(SongForm, { ...row.values, private: isPrivate });
  if (!checked.ok || row.file === null || !isComplete(row)) return undefined;
  return { file: row.file, cover: row.cover, values: checked.value };
}

export interface Sorted {
  files: File[];
  /** Which files were left out, for the user. */
  notice: string | undefined;
}

/**
 * Chooses the files that become rows. A single file always does, so that its field can show an error; of several, non-audio
 * files are left out, because the user may have dropped a folder.
 */
export function sortFiles(chosen: readonly File[], present: readonly File[]): Sorted {
  const files: File[] = [];
  const duplicates: string[] = [];
  const nonAudio: string[] = [];
  for (const file of chosen) {
    if (chosen.length > 1 && !looksLikeAudio(file)) nonAudio.push(file.name);
    else if ([...present, ...files].some((other) => isSameFile(other, file))) duplicates.push(file.name);
    else files.push(file);
  }
  const notices = [
    duplicates.length > 0 && texts.uploads.doubled(duplicates),
    nonAudio.length > 0 && texts.uploads.leftOut(nonAudio),
  ].filter((one) => one !== false);
  return { files, notice: notices.length > 0 ? notices.join(" ") : undefined };
}
