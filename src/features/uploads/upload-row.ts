/** One file of the upload dialog with its fields, and what is wrong with them (specification 4.9, 4.19, 8.7). Pure. */
import { fileGoneSentence } from "../../api/api-error.ts";
import { SongForm } from "../../../contract/rules/validation.ts";
import { texts } from "../../texts/texts.ts";
import { checkForm } from "../../ui/standard-schema.ts";
import { imageProblem } from "../images/form-image.ts";
import { audioProblem, type UploadLimits } from "./file-rules.ts";
import type { Duplicates } from "./find-duplicate.ts";
import type { Playback } from "./probe-file.ts";
import type { UploadProgress } from "../../db/upload-rows.ts";

interface RowValues {
  title: string;
  artist: string;
  album: string;
  genre: string;
}
export type TextFieldName = keyof RowValues;
export type FieldName = TextFieldName | "audio" | "cover";

export interface Row {
  /** Unique within the account's uploads. */
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
  /** Files of this row that can no longer be read. */
  readonly gone: ReadonlySet<File>;
  /** The same file, under which title the user has uploaded it before, or in another row. */
  readonly duplicates: Duplicates;
  /** The user has seen the row's warning; the next submit sends it. */
  readonly isWarned: boolean;
  /** The server's reason for a failed upload. */
  readonly problem: string | undefined;
  readonly progress: UploadProgress;
  /** Its copy on the device; undefined while it is in this page only. */
  readonly storedId: string | undefined;
}

/** What is known of a file only after looking into it. */
type FileFacts = Pick<Row, "reading" | "playback" | "duplicates" | "isWarned" | "problem" | "progress">;

const unknownFile: FileFacts = {
  reading: false,
  playback: "unknown",
  duplicates: {},
  isWarned: false,
  problem: undefined,
  progress: {},
};

export const emptyRow = (id: number): Row => ({
  id,
  file: null,
  cover: null,
  values: { title: "", artist: "", album: "", genre: "" },
  typed: new Set(),
  left: new Set(),
  storedId: undefined,
  gone: new Set(),
  ...unknownFile,
});

/** Another file is another song: its upload starts again. */
export const withFile = (row: Row, file: File): Row => ({
  ...row,
  ...unknownFile,
  ...(isChosenAgain(row, file) ? {} : editsOf(row)),
  file,
  reading: true,
  // An object that the upload writes to.
  progress: {},
  left: new Set([...row.left, "audio"]),
});

/** Whether it takes the place of one of its name that can no longer be read. */
export const isChosenAgain = (row: Row, file: File): boolean => isGone(row, row.file) && row.file?.name === file.name;

/** Without what came from the tags of the file. */
function editsOf({ values, cover, typed }: Row): Pick<Row, "values" | "cover"> {
  const edited = (name: TextFieldName) => (typed.has(name) ? values[name] : "");
  return {
    values: { title: edited("title"), artist: edited("artist"), album: edited("album"), genre: edited("genre") },
    cover: typed.has("cover") ? cover : null,
  };
}

export const withValue = (row: Row, name: TextFieldName, value: string): Row => ({
  ...row,
  values: { ...row.values, [name]: value },
  typed: new Set([...row.typed, name]),
  problem: undefined,
});

export const withCover = (row: Row, cover: File | null): Row => ({
  ...row,
  cover,
  // Another cover has not been sent yet.
  progress: { ...row.progress, image: undefined },
  typed: new Set([...row.typed, "cover"]),
  left: new Set([...row.left, "cover"]),
  problem: undefined,
});

export const withLeft = (row: Row, name: FieldName): Row =>
  row.left.has(name) ? row : { ...row, left: new Set([...row.left, name]) };

type RowErrors = { [Name in FieldName]?: string | undefined };

/** All errors of the row, shown or not. */
export function errorsOf(row: Row, limits: UploadLimits): RowErrors {
  const checked = checkForm(SongForm, { ...row.values, private: true });
  return {
    ...(checked.ok ? {} : checked.errors),
    audio: fileProblem(row, limits) ?? warningOf(row),
    cover: row.cover === null ? undefined : (goneProblem(row, row.cover) ?? imageProblem(row.cover, limits.cover)),
  };
}

const fileProblem = (row: Row, limits: UploadLimits) =>
  goneProblem(row, row.file) ?? audioProblem(row.file, limits.audio);

const goneProblem = (row: Row, file: File | null): string | undefined =>
  isGone(row, file) ? texts.sentence(fileGoneSentence) : undefined;

/** Whether a file of the row has to be chosen again. */
export const isGone = ({ gone }: Row, file: File | null): boolean => file !== null && gone.has(file);

export const withGone = (row: Row, files: ReadonlySet<File>): Row => ({
  ...row,
  gone: new Set([row.file ?? [], row.cover ?? []].flat().filter((file) => files.has(file))),
});

/** A question rather than an error: the second submit sends the file all the same. */
function warningOf({ playback, duplicates: { title, twin }, problem }: Row): string | undefined {
  // It was sent, and refused for another reason.
  if (problem !== undefined) return undefined;
  // Another browser may play it.
  if (playback === "fails") return texts.uploads.cannotPlay;
  if (title !== undefined) return texts.uploads.uploadedBefore(title);
  return twin && texts.uploads.sameFile(twin.name);
}

/** Without what was said of rows that are gone. Of several copies of such a file the first that is left stands for it. */
export const withoutLostTwins = (rows: readonly Row[]): readonly Row[] =>
  rows.map((row, at) => {
    const { title, twin } = row.duplicates;
    if (twin === undefined || rows.some(({ file }) => file === twin)) return row;
    const copy = rows.slice(0, at).find(({ duplicates }) => duplicates.twin === twin);
    return { ...row, duplicates: { title, twin: copy?.file ?? undefined } };
  });

export function isComplete(row: Row, limits: UploadLimits): boolean {
  const { audio, ...others } = errorsOf(row, limits);
  const isReady = row.isWarned ? !fileProblem(row, limits) : !audio;
  return isReady && Object.values(others).every((one) => !one);
}

/** After a submit: shows all errors and marks the warning as seen. Before there is a file, no other field was to be seen. */
export const withAllShown = (row: Row): Row => ({
  ...row,
  left: new Set(row.file === null ? ["audio"] : ["title", "artist", "album", "genre", "audio", "cover"]),
  isWarned: warningOf(row) !== undefined,
});

/** What to upload, of a complete row. */
export function contentOf(row: Row, isPrivate: boolean) {
  const checked = checkForm(SongForm, { ...row.values, private: isPrivate });
  if (!checked.ok || row.file === null) return undefined;
  return { file: row.file, cover: row.cover, values: checked.value };
}
