/** How long shared files stay on the device (specification 3.17.3). */
import { expect, test, vi } from "vitest";
import { createStore } from "../../lib/store.ts";
import { fill } from "./use-handed-files.ts";
import { initialState, reduceUploads, type UploadAction } from "./upload-state.ts";
import type { Uploads } from "./uploads.ts";

function openDialog() {
  const store = createStore(initialState);
  const dispatch = (action: UploadAction) => store.set(reduceUploads(store.get(), action));
  const uploads: Uploads = {
    ...store,
    dispatch,
    chooseFiles: (files) => dispatch({ type: "files-chosen", files, limits: { audio: undefined, cover: undefined } }),
    submit: async () => true,
    cancel: () => [],
  };
  const share = (name: string) => {
    const drop = vi.fn<() => Promise<void>>(async () => {});
    return { file: new File([name], name, { type: "audio/mpeg" }), drop };
  };
  return { uploads, dispatch, share, idOf: (index: number) => store.get().rows[index]?.id ?? 0 };
}

test("they go with their rows, and what the dialog leaves out goes at once", () => {
  const { uploads, dispatch, share, idOf } = openDialog();
  const [first, second, twice] = [share("a.mp3"), share("b.mp3"), share("a.mp3")];
  fill(uploads, [first, second, twice]);
  const dropped = () => [first, second, twice].map(({ drop }) => drop.mock.calls.length);
  expect(dropped()).toEqual([0, 0, 1]);
  dispatch({ type: "closed" });
  dispatch({ type: "row-removed", id: idOf(0) });
  expect(dropped()).toEqual([1, 0, 1]);
  dispatch({ type: "discarded" });
  dispatch({ type: "opened" });
  expect(dropped()).toEqual([1, 1, 1]);
});

test("in a batch they stay until the song lies on the device, or the server has it", () => {
  const { uploads, dispatch, share, idOf } = openDialog();
  const [stored, sent] = [share("a.mp3"), share("b.mp3")];
  fill(uploads, [stored, sent]);
  const [storedRow, sentRow] = [idOf(0), idOf(1)];
  dispatch({ type: "batch-started" });
  expect([stored.drop, sent.drop].map((drop) => drop.mock.calls.length)).toEqual([0, 0]);
  dispatch({ type: "row-stored", id: storedRow, storedId: "x" });
  dispatch({ type: "row-progressed", id: sentRow, stage: "saving", share: 0 });
  expect([stored.drop, sent.drop].map((drop) => drop.mock.calls.length)).toEqual([1, 0]);
  dispatch({ type: "row-progressed", id: sentRow, stage: "done", share: 1 });
  expect([stored.drop, sent.drop].map((drop) => drop.mock.calls.length)).toEqual([1, 1]);
});
