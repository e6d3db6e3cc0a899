import { expect, test } from "vitest";
import { texts } from "../../texts/texts.ts";
import { shownStage } from "./shown-stage.ts";
import { emptyRow, errorsOf, type Row, withFile } from "./upload-row.ts";
import {
  initialState,
  isReady,
  reduceUploads,
  type SendingRow,
  type UploadAction,
  type UploadsState,
} from "./upload-state.ts";

const limits = { audio: 100, cover: 10 };
const file = (name: string, size = 3) =>
  new File(["x".repeat(size)], name, { type: name.endsWith(".mp3") ? "audio/mpeg" : "text/plain" });
const [mp3, other] = [file("a.mp3"), file("b.mp3")];
const tags = { title: "Tide", artist: "Ana", album: "", genre: "Ska" } as const;
const choose = (...files: File[]): UploadAction => ({ type: "files-chosen", files, limits });
const read = (one: File): UploadAction => ({ type: "tags-read", file: one, fields: tags, cover: null });

const after = (...actions: UploadAction[]) => actions.reduce(reduceUploads, initialState);
const ready = after(choose(mp3), read(mp3));
const sending = reduceUploads(ready, { type: "batch-started" });
const idOf = ({ sending: rows }: UploadsState, at = 0) => rows?.[at]?.id ?? 0;
const id = idOf(sending);

/** What a table of states says: the dialog's files, and the batch's files with their stages. */
const summary = ({ open, rows, sending: batch, isPrivate }: UploadsState) => ({
  open,
  isPrivate,
  files: rows.map((row) => row.file?.name),
  batch: batch?.map(({ row, stage }) => `${row.file?.name} ${stage}`),
});

test.each<[string, UploadsState, UploadAction, Partial<ReturnType<typeof summary>>]>([
  ["open shows what is there", ready, { type: "opened" }, { open: true, files: ["a.mp3"] }],
  ["close keeps it", ready, { type: "closed" }, { open: false, files: ["a.mp3"] }],
  ["discard empties it", ready, { type: "discarded" }, { open: false, files: [undefined] }],
  ["a file fills the empty row", initialState, choose(mp3), { open: true, files: ["a.mp3"] }],
  ["another file is a row more", ready, choose(other), { files: ["a.mp3", "b.mp3"] }],
  ["the same file is none", ready, choose(file("a.mp3")), { files: ["a.mp3"] }],
  ["in a row it replaces the file", ready, { ...choose(other), id } as UploadAction, { files: ["b.mp3"] }],
  [
    "several in a row: the first replaces",
    ready,
    { ...choose(other, mp3), id } as UploadAction,
    { files: ["b.mp3", "a.mp3"] },
  ],
  [
    "several in a row: the first sound replaces",
    ready,
    { ...choose(file("x.jpg"), other), id } as UploadAction,
    { files: ["b.mp3"] },
  ],
  ["of several only sounds are taken", initialState, choose(mp3, file("x.jpg")), { files: ["a.mp3"] }],
  ["a single one always is, with its error", initialState, choose(file("x.jpg")), { files: ["x.jpg"] }],
  ["the last removed row leaves an empty one", ready, { type: "row-removed", id }, { files: [undefined] }],
  [
    "a batch takes the rows",
    ready,
    { type: "batch-started" },
    { open: false, files: [undefined], batch: ["a.mp3 waiting"] },
  ],
  ["progress", sending, { type: "row-progressed", id, stage: "audio", share: 0.5 }, { batch: ["a.mp3 audio"] }],
  ["a failure", sending, { type: "row-failed", id, problem: "no" }, { batch: ["a.mp3 failed"] }],
  [
    "progress of a cancelled row is none",
    sending,
    { type: "row-progressed", id: 99, stage: "audio", share: 1 },
    { batch: ["a.mp3 waiting"] },
  ],
  ["a cancelled row leaves", sending, { type: "rows-cancelled", ids: [id] }, { batch: [] }],
  ["the end of a batch", sending, { type: "batch-ended" }, { open: false, batch: undefined, files: [undefined] }],
])("%s", (_, state, action, expected) => {
  expect(summary(reduceUploads(state, action))).toMatchObject(expected);
});

test("a row that failed is back in the open dialog, with its reason, beside what was added meanwhile", () => {
  const ended = after(
    choose(mp3),
    read(mp3),
    { type: "batch-started" },
    choose(other),
    { type: "row-failed", id, problem: "Too large" },
    { type: "batch-ended" },
  );
  expect(summary(ended)).toMatchObject({ open: true, files: ["b.mp3", "a.mp3"], batch: undefined });
  expect(ended.rows.map(({ problem }) => problem)).toEqual([undefined, "Too large"]);
});

test.each([
  [true, true, true],
  [true, false, true],
  [false, true, true],
  [false, false, false],
])("nothing private becomes public: batch %s and dialog %s make %s", (ofBatch, ofDialog, expected) => {
  const visibility = (isPrivate: boolean): UploadAction => ({ type: "visibility-changed", isPrivate });
  const failed: UploadAction[] = [{ type: "row-failed", id, problem: "no" }, { type: "batch-ended" }];
  const begun: UploadAction[] = [choose(mp3), visibility(ofBatch), { type: "batch-started" }];
  expect(after(...begun, choose(other), visibility(ofDialog), ...failed).isPrivate).toBe(expected);
  // The empty dialog has no say.
  expect(after(...begun, ...failed).isPrivate).toBe(ofBatch);
});

// 4.20
test("a row that failed is no longer compared with one that was sent", () => {
  const twins = after(choose(mp3, other), read(mp3), read(other), {
    type: "file-examined",
    file: other,
    found: { duplicates: { twin: mp3 } },
  });
  const begun = reduceUploads(twins, { type: "batch-started" });
  const ended: UploadAction[] = [
    { type: "row-progressed", id, stage: "done", share: 1 },
    { type: "row-failed", id: idOf(begun, 1), problem: "no" },
    { type: "batch-ended" },
    { type: "value-changed", id: idOf(begun, 1), name: "title", value: "Shore" },
  ];
  const [row = emptyRow(0)] = ended.reduce(reduceUploads, begun).rows;
  expect(row.values.title).toBe("Shore");
  expect(errorsOf(row, limits).audio).toBeUndefined();
});

test("a restored row goes to the batch under a new id, or to the dialog after it", () => {
  const rows = sending.sending ?? [];
  const twoSending = reduceUploads(reduceUploads(sending, choose(other)), { type: "batch-started" });
  const cancelled = reduceUploads(twoSending, { type: "rows-cancelled", ids: [id] });
  const restored = reduceUploads(cancelled, { type: "rows-restored", rows });
  expect(summary(restored).batch).toEqual(["b.mp3 waiting", "a.mp3 waiting"]);
  expect(new Set([id, idOf(restored, 0), idOf(restored, 1)]).size).toBe(3);
  const later = reduceUploads(reduceUploads(cancelled, { type: "batch-ended" }), { type: "rows-restored", rows });
  expect(summary(later)).toMatchObject({ open: true, files: ["a.mp3"] });
});

test("tags fill what was not typed, and what becomes known of a replaced file is ignored", () => {
  const typed = after(choose(mp3), { type: "value-changed", id, name: "title", value: "Mine" }, read(mp3));
  expect(typed.rows[0]?.values).toEqual({ ...tags, title: "Mine" });
  const replaced = reduceUploads(after(choose(mp3)), { ...choose(other), id } as UploadAction);
  const late: UploadAction[] = [
    read(mp3),
    { type: "file-examined", file: mp3, found: { playback: "fails" } },
    { type: "file-examined", file: mp3, found: { duplicates: { title: "Old" } } },
  ];
  expect(late.reduce(reduceUploads, replaced)).toEqual(replaced);
});

test.each<[string, Row, string | undefined]>([
  ["no file", emptyRow(1), "The audio file is a required field"],
  ["no audio", withFile(emptyRow(1), new File(["x"], "x.txt")), texts.uploads.notAudio],
  ["empty", withFile(emptyRow(1), file("a.mp3", 0)), "This file is empty"],
  ["at the limit", withFile(emptyRow(1), file("a.mp3", 100)), undefined],
  ["over the limit", withFile(emptyRow(1), file("a.mp3", 101)), texts.files.tooLarge(100)],
])("audio file: %s", (_, row, problem) => {
  expect(errorsOf(row, limits).audio).toBe(problem);
});

const name = (length: number) => "😀".repeat(length);
test.each([
  [{ title: "x" }, "Title must be at least 2 characters"],
  [{ title: name(80) }, undefined],
  [{ title: name(81) }, "Title must be at most 80 characters"],
  [{ title: "​ " }, "The song title is required"],
  [{ title: "<b>مرحبا</b>" }, undefined],
  [{ artist: name(50) }, undefined],
  [{ artist: name(51) }, "Artist must be at most 50 characters"],
  [{ artist: "" }, "The song artist is required"],
  [{ album: "x" }, "Album must be at least 2 characters"],
  [{ genre: "" }, "The song genre is required"],
])("%j: %s", (values, problem) => {
  const row: Row = { ...withFile(emptyRow(1), mp3), values: { ...tags, ...values } };
  expect(Object.values(errorsOf(row, limits)).filter(Boolean)).toEqual(problem === undefined ? [] : [problem]);
});

test("a warning stops the first submit only, until another file is chosen", () => {
  const warned = after(choose(mp3), read(mp3), {
    type: "file-examined",
    file: mp3,
    found: { duplicates: { title: "Old" } },
  });
  expect(isReady(warned)).toBe(false);
  const seen = reduceUploads(warned, { type: "check-failed" });
  expect(isReady(seen)).toBe(true);
  const replaced = [{ ...choose(other), id } as UploadAction, read(other)].reduce(reduceUploads, seen);
  expect(replaced.rows[0]?.duplicates).toEqual({});
  expect(isReady(reduceUploads(replaced, { type: "file-examined", file: other, found: { playback: "fails" } }))).toBe(
    false,
  );
});

test("says that a file is being checked once all of its bytes have left (specification 15.22)", () => {
  const row = (stage: SendingRow["stage"], share: number) => shownStage({ stage, share });
  expect(row("audio", 0.99)).toBe("audio");
  expect(row("audio", 1)).toBe("checking");
  expect(row("cover", 1)).toBe("checking");
  expect(row("done", 1)).toBe("done");
});
