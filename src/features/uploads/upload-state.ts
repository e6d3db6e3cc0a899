/** The state of the upload dialog and of the batch that is being sent, and every change of it. Pure. */
import { texts } from "../../texts/texts.ts";
import type { FoundFields } from "./fields-of-tags.ts";
import type { UploadLimits } from "./file-rules.ts";
import { sortFiles } from "./sort-files.ts";
import type { Stage } from "./upload-song.ts";
import {
  emptyRow,
  type FieldName,
  isChosenAgain,
  isComplete,
  isGone,
  type Row,
  type TextFieldName,
  withAllShown,
  withFile,
  withGone,
  withoutLostTwins,
  withValue,
  withCover,
  withLeft,
} from "./upload-row.ts";

export interface UploadsState {
  readonly open: boolean;
  /** The dialog's; at least one, which may have no file yet. */
  readonly rows: readonly Row[];
  readonly isPrivate: boolean;
  /** Files that were left out. */
  readonly notice: string | undefined;
  /** Why the whole batch could not be sent. */
  readonly problem: string | undefined;
  /** Checks files and connection before an upload. */
  readonly checking: boolean;
  /** How many rows are on the device already, of a submit that puts them there; undefined before that. */
  readonly keptRows: number | undefined;
  /** The batch in progress; more rows may join it. */
  readonly sending: readonly SendingRow[] | undefined;
  readonly limits: UploadLimits;
  readonly lastId: number;
}

export interface SendingRow {
  readonly id: number;
  readonly row: Row;
  readonly isPrivate: boolean;
  /** Kept: it goes up by itself once the server is reached. */
  readonly stage: "waiting" | Stage | "done" | "failed" | "kept";
  /** Share of this stage's bytes that are sent, 0 to 1. */
  readonly share: number;
}

export type UploadAction =
  | {
      type:
        | "opened"
        | "closed"
        | "discarded"
        | "check-started"
        | "check-ended"
        | "check-failed"
        | "batch-started"
        | "batch-kept";
    }
  /** Into the row `id` first, else into empty rows. */
  | { type: "files-chosen"; files: readonly File[]; id?: number; limits: UploadLimits }
  | { type: "row-removed"; id: number }
  | { type: "value-changed"; id: number; name: TextFieldName; value: string }
  | { type: "cover-changed"; id: number; cover: File | null }
  | { type: "field-left"; id: number; name: FieldName }
  | { type: "genre-changed"; genre: string }
  | { type: "visibility-changed"; isPrivate: boolean }
  // What became known of a file; a row that has another one by now ignores it.
  | { type: "tags-read"; file: File; fields: FoundFields; cover: File | null }
  | { type: "file-examined"; file: File; found: Partial<Pick<Row, "playback" | "duplicates">> }
  | { type: "files-gone"; files: ReadonlySet<File> }
  /** So many of the dialog's rows have had their turn to be put onto the device. */
  | { type: "rows-kept"; count: number }
  /** The dialog's row, or the batch's, lies on the device now; undefined: no longer. */
  | { type: "row-stored"; id: number; storedId: string | undefined }
  /** Another app has shared files that did not arrive; with names, those that it handed over and nobody can read. */
  | { type: "share-lost"; names?: readonly string[] }
  /** Neither the server nor the device takes the songs now. */
  | { type: "no-room" }
  | { type: "row-progressed"; id: number; stage: SendingRow["stage"]; share: number }
  | { type: "row-failed"; id: number; problem: string }
  | { type: "rows-cancelled"; ids: readonly number[] }
  /** To the batch while there is one, else to the dialog. */
  | { type: "rows-restored"; rows: readonly SendingRow[] }
  | { type: "batch-ended" };

export const initialState: UploadsState = {
  open: false,
  rows: [emptyRow(1)],
  isPrivate: true,
  notice: undefined,
  problem: undefined,
  checking: false,
  keptRows: undefined,
  sending: undefined,
  limits: { audio: undefined, cover: undefined },
  lastId: 1,
};

export function reduceUploads(state: UploadsState, action: UploadAction): UploadsState {
  switch (action.type) {
    case "opened":
      return { ...state, open: true, problem: undefined };
    case "closed":
      return { ...state, open: false, notice: undefined };
    case "discarded":
      return withRows({ ...emptied(state), open: false }, []);
    case "files-chosen":
      return withFiles({ ...state, limits: action.limits }, action.files, action.id);
    case "row-removed":
      return withoutLost(withRows({ ...state, notice: undefined }, without(state.rows, [action.id])));
    case "value-changed":
      return changeRow(state, action.id, (row) => withValue(row, action.name, action.value));
    case "cover-changed":
      return changeRow(state, action.id, (row) => withCover(row, action.cover));
    case "field-left":
      return changeRow(state, action.id, (row) => withLeft(row, action.name));
    case "genre-changed":
      return { ...state, rows: state.rows.map((row) => withValue(row, "genre", action.genre)) };
    case "visibility-changed":
      return { ...state, isPrivate: action.isPrivate };
    case "tags-read":
      return changeFile(state, action.file, (row) => withTags(row, action.fields, action.cover));
    case "file-examined":
      return withoutLost(changeFile(state, action.file, (row) => ({ ...row, ...action.found })));
    case "check-started":
      return { ...state, checking: true, keptRows: undefined, problem: undefined };
    case "rows-kept":
      return { ...state, keptRows: action.count };
    case "check-ended":
      return { ...state, checking: false };
    case "check-failed":
      return { ...state, checking: false, rows: state.rows.map(withAllShown) };
    case "files-gone":
      return { ...state, rows: state.rows.map((row) => withGone(row, action.files)) };
    case "row-stored":
      return withStored(state, action.id, action.storedId);
    case "share-lost":
      return { ...state, open: true, notice: texts.uploads.shareLost(action.names) };
    case "no-room":
      return { ...state, checking: false, problem: texts.uploads.noRoom };
    case "batch-started":
      return startBatch(state);
    case "batch-kept":
      return withRows({ ...emptied(state), open: false, checking: false }, []);
    case "row-progressed":
      return changeSending(state, action.id, ({ row }) => ({ row, stage: action.stage, share: action.share }));
    case "row-failed":
      return changeSending(state, action.id, ({ row }) => ({
        row: { ...row, problem: action.problem },
        stage: "failed",
        share: 0,
      }));
    case "rows-cancelled":
      return { ...state, sending: state.sending && without(state.sending, action.ids) };
    case "rows-restored":
      return restore(state, action.rows);
    case "batch-ended":
      return endBatch(state);
  }
}

/** Whether a song of a batch is still to be sent and not on the device: it ends with the page. */
export const isInPageOnly = ({ stage, row }: SendingRow): boolean =>
  stage !== "done" && stage !== "failed" && row.storedId === undefined;

/** Whether all rows of the dialog can be sent. */
export const isReady = ({ rows, limits }: UploadsState): boolean => rows.every((row) => isComplete(row, limits));

/** Whether the user has changed a song of the dialog between two states. */
export const hasChanged = (before: UploadsState, now: UploadsState): boolean =>
  before.isPrivate !== now.isPrivate ||
  before.rows.length !== now.rows.length ||
  before.rows.some(({ file, cover, values }, index) => {
    const row = now.rows[index];
    return row?.file !== file || row.cover !== cover || row.values !== values;
  });

const without = <R extends { id: number }>(rows: readonly R[], ids: readonly number[]) =>
  rows.filter(({ id }) => !ids.includes(id));

const emptied = (state: UploadsState): UploadsState => ({
  ...state,
  isPrivate: true,
  notice: undefined,
  problem: undefined,
});

/** The dialog has a row even when there is nothing in it. */
function withRows(state: UploadsState, rows: readonly Row[]): UploadsState {
  if (rows.length > 0) return { ...state, rows };
  const lastId = state.lastId + 1;
  return { ...state, rows: [emptyRow(lastId)], lastId };
}

const changeRow = (state: UploadsState, id: number, change: (row: Row) => Row): UploadsState => ({
  ...state,
  rows: state.rows.map((row) => (row.id === id ? change(row) : row)),
});

const changeFile = (state: UploadsState, file: File, change: (row: Row) => Row): UploadsState => ({
  ...state,
  rows: state.rows.map((row) => (row.file === file ? change(row) : row)),
});

/** The other row may have gone meanwhile. */
const withoutLost = (state: UploadsState): UploadsState => ({ ...state, rows: withoutLostTwins(state.rows) });

const changeSending = (
  state: UploadsState,
  id: number,
  change: (row: SendingRow) => Pick<SendingRow, "row" | "stage" | "share">,
): UploadsState => ({
  ...state,
  sending: state.sending?.map((row) => (row.id === id ? { ...row, ...change(row) } : row)),
});

function withStored(state: UploadsState, id: number, storedId: string | undefined): UploadsState {
  const stored = changeRow(state, id, (row) => ({ ...row, storedId }));
  return changeSending(stored, id, (sending) => ({ ...sending, row: { ...sending.row, storedId } }));
}

/** Fills unedited fields from the file's tags; missing tags clear the values of the previous file. */
function withTags(row: Row, found: FoundFields, cover: File | null): Row {
  const values = { ...row.values };
  for (const name of ["title", "artist", "album", "genre"] as const)
    if (!row.typed.has(name)) values[name] = found[name];
  return { ...row, values, cover: row.typed.has("cover") ? row.cover : cover, reading: false };
}

function withFiles(state: UploadsState, chosen: readonly File[], id: number | undefined): UploadsState {
  const others = state.rows.filter((row) => row.id !== id);
  const { files, notice } = sortFiles(
    chosen,
    others.filter((row) => !isGone(row, row.file)).flatMap(({ file }) => file ?? []),
  );
  const [first] = files;
  let { rows, lastId } = state;
  for (const file of files) {
    const isReplacing = id !== undefined && file === first;
    const target =
      rows.find((row) => (isReplacing ? row.id === id : isChosenAgain(row, file))) ??
      rows.find((row) => row.file === null) ??
      emptyRow(++lastId);
    const filled = withFile(target, file);
    rows = rows.includes(target) ? rows.map((row) => (row === target ? filled : row)) : [...rows, filled];
  }
  return withoutLost({ ...state, open: true, rows, lastId, notice, problem: undefined });
}

const toSending = (row: Row, isPrivate: boolean): SendingRow => ({
  id: row.id,
  row,
  isPrivate,
  stage: "waiting",
  share: 0,
});

/** The dialog's rows become the batch, or join it; the dialog is empty again. */
function startBatch(state: UploadsState): UploadsState {
  const joining = state.rows.map((row) => toSending(row, state.isPrivate));
  const sending = [...(state.sending ?? []), ...joining];
  return withRows({ ...emptied(state), open: false, checking: false, sending }, []);
}

/** Their copies on the device went with the cancel. */
const withoutCopy = (sending: SendingRow): SendingRow => ({ ...sending, row: { ...sending.row, storedId: undefined } });

function restore(state: UploadsState, given: readonly SendingRow[]): UploadsState {
  const rows = given.map(withoutCopy);
  if (state.sending === undefined) return withUnsent(state, rows);
  // Under new ids: what was cancelled may still be ending.
  const again = rows.map(({ row, isPrivate }, index) => toSending({ ...row, id: state.lastId + 1 + index }, isPrivate));
  return { ...state, sending: [...state.sending, ...again], lastId: state.lastId + rows.length };
}

function endBatch(state: UploadsState): UploadsState {
  const failed = state.sending?.filter(({ stage }) => stage === "failed") ?? [];
  const ended = { ...state, sending: undefined };
  return failed.length === 0 ? ended : withUnsent(ended, failed);
}

/** Rows that were not sent, back in the dialog beside what is in it by now. Nothing private becomes public by that. */
function withUnsent(state: UploadsState, unsent: readonly SendingRow[]): UploadsState {
  const present = state.rows.filter(({ file }) => file !== null);
  const isPrivate = unsent.some((row) => row.isPrivate) || (present.length > 0 && state.isPrivate);
  return withoutLost({ ...state, open: true, isPrivate, rows: [...present, ...unsent.map(({ row }) => row)] });
}
