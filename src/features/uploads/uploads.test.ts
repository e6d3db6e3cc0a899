import { describe, expect, it, vi } from "vitest";
import { uploadOf } from "../../../tests/support/items.ts";
import type { Song } from "../../../contract/songs.ts";
import { ApiError } from "../../api/api-error.ts";
import type { Transfers, UploadShelf } from "./transfers.ts";
import { sourceOf } from "../../api/upload-source.ts";
import { errorsOf } from "./upload-row.ts";
import type { BatchEnd } from "./upload-batch.ts";
import { createUploads } from "./uploads.ts";

const noFields = { title: "", artist: "", album: "", genre: "" } as const;
const file = (name: string, type = "audio/mpeg") => new File([name], name, { type });

/** A device that keeps what it is given, or has no room. */
function fakeShelf(hasRoom: boolean) {
  const songs = new Map<string, { title: string; isRefused: boolean; isReleased: boolean }>();
  const contents = new Map<string, Awaited<ReturnType<UploadShelf["open"]>>>();
  const change = (id: string, to: object) => {
    const song = songs.get(id);
    if (song) songs.set(id, { ...song, ...to });
  };
  let count = 0;
  const shelf: UploadShelf = {
    async store({ file: one, cover, values: song, progress }) {
      if (!hasRoom) return undefined;
      const id = `stored-${++count}`;
      songs.set(id, { title: song.title, isRefused: false, isReleased: false });
      contents.set(id, { file: sourceOf(one), cover: cover && sourceOf(cover), values: song, progress });
      return id;
    },
    drop: async (id) => void songs.delete(id),
    release: (id) => change(id, { isReleased: true }),
    pause: () => {},
    note: async () => {},
    refuse: async (id) => change(id, { isRefused: true }),
    open: async (id) => (songs.has(id) && !songs.get(id)?.isRefused ? contents.get(id) : undefined),
    whenGone: () => () => {},
    whileStoring: (work) => work(),
    allStored: async () => {},
    noteBatch: () => {},
    inTurn: (work) => work(),
  };
  return { shelf, onDevice: () => [...songs.values()] };
}

function setUp(change: Partial<Transfers> & { hasRoom?: boolean } = {}) {
  let keys = 0;
  const { shelf, onDevice } = fakeShelf(change.hasRoom ?? true);
  const transfers = {
    limits: () => ({ audio: 1_000, cover: 1_000 }),
    readTags: vi.fn<Transfers["readTags"]>(async (one: File) => ({
      fields: { ...noFields, title: one.name, artist: "Tagged", genre: "Ska" as const },
      cover: null,
    })),
    probe: vi.fn<Transfers["probe"]>(async () => "plays"),
    canRead: async () => true,
    measure: vi.fn<Transfers["measure"]>(async () => null),
    isHeldBack: async () => false,
    findDuplicates: vi.fn<Transfers["findDuplicates"]>(async () => ({})),
    reach: async () => true,
    upload: vi.fn<Transfers["upload"]>(async () => uploadOf("a")),
    save: vi.fn<Transfers["save"]>(async ({ song }) => ({ ...song, private: true }) as Song),
    announce: vi.fn<Transfers["announce"]>(),
    newKey: () => `key-${++keys}`,
    wait: async () => {},
    shelf,
  };
  const onEnd = vi.fn<(end: BatchEnd) => void>();
  return { deps: { ...transfers, onEnd }, uploads: createUploads({ ...transfers, ...change }, onEnd), onDevice };
}

const never = (): never => {
  throw new Error("There is such a row");
};
const settled = () => new Promise((resolve) => setTimeout(resolve));
const values = (uploads: ReturnType<typeof createUploads>) => uploads.get().rows.map((row) => row.values);

describe("the upload dialog (specification 4.9, 4.10)", () => {
  it("begins with one empty private row", () => {
    const { uploads } = setUp();
    expect(uploads.get()).toMatchObject({ open: false, isPrivate: true, sending: undefined });
    expect(values(uploads)).toEqual([noFields]);
  });

  it("fills from the tags what was not typed, also what was emptied", async () => {
    const { uploads } = setUp();
    const id = uploads.get().rows[0]?.id ?? 0;
    uploads.dispatch({ type: "value-changed", id: id, name: "title", value: "Mine" });
    uploads.dispatch({ type: "value-changed", id: id, name: "album", value: "x" });
    uploads.dispatch({ type: "value-changed", id: id, name: "album", value: "" });
    uploads.chooseFiles([file("a.mp3")], id);
    await settled();
    expect(values(uploads)).toEqual([{ title: "Mine", artist: "Tagged", album: "", genre: "Ska" }]);
    uploads.chooseFiles([file("b.mp3")], id);
    await settled();
    expect(values(uploads)[0]?.title).toBe("Mine");
  });

  // 4.9
  it("asks for the fields of a file that replaces another until its own tags are read", async () => {
    const { uploads, deps } = setUp();
    const cover = file("cover.jpg", "image/jpeg");
    deps.readTags.mockResolvedValueOnce({ fields: { ...noFields, title: "Tide", artist: "Ana", genre: "Ska" }, cover });
    uploads.chooseFiles([file("a.mp3")]);
    await settled();
    const id = uploads.get().rows[0]?.id ?? 0;
    uploads.dispatch({ type: "value-changed", id, name: "genre", value: "Jazz" });
    let read = () => {};
    deps.readTags.mockReturnValueOnce(
      new Promise((resolve) => (read = () => resolve({ fields: { ...noFields, title: "Shore" }, cover: null }))),
    );
    uploads.chooseFiles([file("b.mp3")], id);
    expect(uploads.get().rows).toMatchObject([{ values: { ...noFields, genre: "Jazz" }, cover: null }]);
    expect(await uploads.submit()).toBe(false);
    read();
    await settled();
    expect(values(uploads)).toEqual([{ ...noFields, title: "Shore", genre: "Jazz" }]);
    expect(deps.upload).not.toHaveBeenCalled();
  });

  it("makes a row per file, tells doubles, and leaves out what is no sound", async () => {
    const { uploads } = setUp();
    uploads.chooseFiles([file("a.mp3"), file("b.mp3"), file("a.mp3"), file("x.jpg", "image/jpeg")]);
    await settled();
    expect(uploads.get().rows.map((row) => row.file?.name)).toEqual(["a.mp3", "b.mp3"]);
    expect(uploads.get().notice).toMatch(/a\.mp3.*x\.jpg/);
    uploads.dispatch({ type: "genre-changed", genre: "Jazz" });
    expect(values(uploads).map(({ genre }) => genre)).toEqual(["Jazz", "Jazz"]);
  });

  it("sends nothing while something is wrong", async () => {
    const { uploads } = setUp();
    expect(await uploads.submit()).toBe(false);
    expect(uploads.get().rows[0]?.left.has("audio")).toBe(true);
    uploads.chooseFiles([file("a.mp3")]);
    await settled();
    expect(await uploads.submit()).toBe(true);
  });
});

describe("a file that is no longer what was chosen (specification 4.9)", () => {
  it.each([true, false])(
    "stops at its field, and goes once it is chosen again; with a network: %s",
    async (isOnline) => {
      const gone = new Set<File>();
      const { uploads, deps } = setUp({ reach: async () => isOnline, canRead: async (one) => !gone.has(one) });
      const [first, cover] = [file("a.mp3"), file("a.jpg", "image/jpeg")];
      uploads.chooseFiles([first]);
      await settled();
      const id = uploads.get().rows[0]?.id ?? 0;
      uploads.dispatch({ type: "cover-changed", id, cover });
      const errors = () => uploads.get().rows.map((row) => errorsOf(row, deps.limits()));
      gone.add(first).add(cover);
      expect(await uploads.submit()).toBe(false);
      expect(errors()).toMatchObject([
        { audio: expect.stringContaining("Choose it again"), cover: expect.stringContaining("Choose it again") },
      ]);
      expect(uploads.get()).toMatchObject({ open: true, problem: undefined, checking: false });
      uploads.chooseFiles([file("a.mp3")], id);
      uploads.dispatch({ type: "cover-changed", id, cover: null });
      await settled();
      expect(await uploads.submit()).toBe(true);
    },
  );
});

describe("a file among several that is no longer what was chosen", () => {
  it("is chosen or dropped again into its own row, whatever its length is now", async () => {
    const gone = new Set<File>();
    const { uploads, deps } = setUp({ canRead: async (one) => !gone.has(one) });
    const [first, second] = [file("a.mp3"), file("b.mp3")];
    uploads.chooseFiles([first, second]);
    await settled();
    uploads.dispatch({ type: "value-changed", id: uploads.get().rows[0]?.id ?? 0, name: "title", value: "Typed" });
    for (const again of [new File(["x"], "a.mp3", { type: "audio/mpeg" }), file("a.mp3")]) {
      for (const { file: one } of uploads.get().rows) if (one?.name === "a.mp3") gone.add(one);
      expect(await uploads.submit()).toBe(false);
      uploads.chooseFiles([again]);
      await settled();
      expect(uploads.get()).toMatchObject({ notice: undefined, rows: [{ file: again }, { file: second }] });
      expect(values(uploads)[0]?.title).toBe("Typed");
      expect(errorsOf(uploads.get().rows[0] ?? never(), deps.limits()).audio).toBeUndefined();
    }
    expect(await uploads.submit()).toBe(true);
  });

  it("stops also after a warning that was seen", async () => {
    const gone = new Set<File>();
    const { uploads } = setUp({ canRead: async (one) => !gone.has(one), probe: async () => "fails" });
    const first = file("a.mp3");
    uploads.chooseFiles([first]);
    await settled();
    expect(await uploads.submit()).toBe(false);
    gone.add(first);
    expect(await uploads.submit()).toBe(false);
  });
});

describe("a song without a network (specification 17.29)", () => {
  it("waits on the device, with what was typed, for whoever sends what waits", async () => {
    const { uploads, deps, onDevice } = setUp({ reach: async () => false });
    uploads.chooseFiles([file("a.mp3"), file("b.mp3")]);
    await settled();
    uploads.dispatch({ type: "value-changed", id: uploads.get().rows[0]?.id ?? 0, name: "title", value: "Typed" });
    expect(await uploads.submit()).toBe(true);
    expect(onDevice()).toMatchObject([
      { title: "Typed", isReleased: true },
      { title: "b.mp3", isReleased: true },
    ]);
    expect(deps.onEnd.mock.calls).toEqual([[{ saved: 0, kept: 2, failed: 0, earlier: [] }]]);
    expect(uploads.get()).toMatchObject({ open: false, sending: undefined });
    expect(values(uploads)).toEqual([noFields]);
    expect(deps.upload).not.toHaveBeenCalled();
  });

  it("goes once, however often it is sent", async () => {
    const { uploads, deps, onDevice } = setUp({ reach: async () => false });
    uploads.chooseFiles([file("a.mp3")]);
    await settled();
    expect(await Promise.all([uploads.submit(), uploads.submit(), uploads.submit()])).toEqual([true, false, false]);
    expect(await uploads.submit()).toBe(false);
    expect(onDevice()).toMatchObject([{ title: "a.mp3", isReleased: true }]);
    expect(deps.onEnd).toHaveBeenCalledOnce();
  });

  it("stays in the dialog where the device has no room, and says why", async () => {
    let online = false;
    const { uploads, deps } = setUp({ reach: async () => online, hasRoom: false });
    uploads.chooseFiles([file("a.mp3")]);
    await settled();
    expect(await uploads.submit()).toBe(false);
    expect(uploads.get()).toMatchObject({ open: true, problem: expect.stringContaining("no room") });
    expect(values(uploads)[0]?.title).toBe("a.mp3");
    online = true;
    expect(await uploads.submit()).toBe(true);
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalledWith({ saved: 1, kept: 0, failed: 0, earlier: [] }));
  });

  it("is stored as it is when the storing ends, not as it was when it began", async () => {
    const slow = setUp({ reach: async () => false });
    const { store: keep } = slow.deps.shelf;
    let isFirst = true;
    slow.deps.shelf.store = async (song) => {
      if (isFirst) {
        isFirst = false;
        const [row] = slow.uploads.get().rows;
        slow.uploads.dispatch({ type: "value-changed", id: row?.id ?? 0, name: "title", value: "Typed late" });
      }
      return keep(song);
    };
    slow.uploads.chooseFiles([file("a.mp3")]);
    await settled();
    expect(await slow.uploads.submit()).toBe(true);
    expect(slow.onDevice().map(({ title }) => title)).toEqual(["Typed late"]);
  });

  it.each([
    ["the dialog is emptied", (id: number) => ({ type: "discarded" as const, id })],
    ["its row is removed", (id: number) => ({ type: "row-removed" as const, id })],
  ])("does not stay there when %s while it is being stored", async (_, giveUp) => {
    const { uploads, deps, onDevice } = setUp({ reach: async () => false });
    const { store: keep } = deps.shelf;
    let isGiven = false;
    deps.shelf.store = async (song) => {
      const { id = 0 } = uploads.get().rows.find(({ file: one }) => one === song.file) ?? {};
      const storedId = await keep(song);
      if (!isGiven) uploads.dispatch(giveUp(id));
      isGiven = true;
      return storedId;
    };
    uploads.chooseFiles([file("a.mp3")]);
    await settled();
    expect(await uploads.submit()).toBe(false);
    expect(onDevice()).toEqual([]);
    expect(deps.onEnd).not.toHaveBeenCalled();
  });

  it("does not stay there when it is cancelled on its way while it is being stored", async () => {
    const { uploads, deps, onDevice } = setUp();
    const { store: keep } = deps.shelf;
    let given: ReturnType<typeof uploads.cancel> = [];
    deps.upload.mockImplementation(
      (_kind, _file, { signal }) =>
        new Promise((_resolve, reject) => {
          const end = () => reject(new ApiError("aborted", ""));
          if (signal.aborted) end();
          signal.addEventListener("abort", end);
        }),
    );
    uploads.chooseFiles([file("a.mp3"), file("b.mp3")]);
    await settled();
    await uploads.submit();
    // Taken back it has no copy any more, and gets one when its turn comes.
    const [first, second] = uploads.get().sending ?? [];
    uploads.dispatch({ type: "rows-restored", rows: uploads.cancel(second?.id) });
    deps.shelf.store = async (song) => {
      const storedId = await keep(song);
      given = uploads.cancel();
      return storedId;
    };
    uploads.cancel(first?.id);
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalled());
    expect(given).toHaveLength(1);
    expect(onDevice()).toEqual([]);
  });

  it("leaves the device when the server has it, and when it is given up", async () => {
    const { uploads, deps, onDevice } = setUp();
    deps.upload.mockImplementationOnce(
      (_kind, _file, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new ApiError("aborted", "")));
        }),
    );
    uploads.chooseFiles([file("a.mp3"), file("b.mp3")]);
    await settled();
    await uploads.submit();
    await settled();
    expect(onDevice()).toHaveLength(2);
    uploads.cancel(uploads.get().sending?.[0]?.id);
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalled());
    expect(onDevice()).toEqual([]);
  });

  it("is kept for the user where the server refuses it, until the dialog is emptied", async () => {
    const { uploads, deps, onDevice } = setUp();
    deps.upload.mockRejectedValueOnce(new ApiError("unsupported-media", "Not audio", { status: 415 }));
    uploads.chooseFiles([file("a.mp3")]);
    await settled();
    await uploads.submit();
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalled());
    expect(onDevice()).toMatchObject([{ isRefused: true }]);
    uploads.dispatch({ type: "discarded" });
    await settled();
    expect(onDevice()).toEqual([]);
  });

  /** The dialog with a song that the server has refused, which lies on the device. */
  async function setUpRefused() {
    let isReached = true;
    const scene = setUp({ reach: async () => isReached });
    scene.deps.upload.mockRejectedValueOnce(new ApiError("unsupported-media", "Not audio", { status: 415 }));
    scene.uploads.chooseFiles([file("a.mp3")]);
    await settled();
    await scene.uploads.submit();
    await vi.waitFor(() => expect(scene.deps.onEnd).toHaveBeenCalledOnce());
    return { ...scene, cut: () => (isReached = false) };
  }

  it("stays there as it was when a refused one is sent again and that comes to nothing", async () => {
    const { uploads, deps, onDevice, cut } = await setUpRefused();
    const refused = [{ isRefused: true }];
    const submitting = uploads.submit();
    uploads.dispatch({ type: "closed" });
    expect(await submitting).toBe(false);
    expect(onDevice()).toMatchObject(refused);

    uploads.dispatch({ type: "opened" });
    cut();
    const { store: keep } = deps.shelf;
    deps.shelf.store = async () => undefined;
    expect(await uploads.submit()).toBe(false);
    expect(onDevice()).toMatchObject(refused);
    deps.shelf.store = keep;
    expect(await uploads.submit()).toBe(true);
    expect(onDevice()).toMatchObject([{ isRefused: false }]);
  });

  it.each([
    ["the form is closed", () => ({ type: "closed" as const })],
    [
      "a title is typed",
      (id: number) => ({ type: "value-changed" as const, id, name: "title" as const, value: "Late" }),
    ],
    ["its row is removed", (id: number) => ({ type: "row-removed" as const, id })],
  ])("goes as it was submitted when %s while the refused one's copy is dropped", async (_, change) => {
    const { uploads, deps, onDevice } = await setUpRefused();
    const [row] = uploads.get().rows;
    const { drop } = deps.shelf;
    deps.shelf.drop = async (id) => {
      deps.shelf.drop = drop;
      uploads.dispatch(change(row?.id ?? 0));
      await drop(id);
    };
    expect(await uploads.submit()).toBe(true);
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalledTimes(2));
    expect(deps.onEnd).toHaveBeenLastCalledWith({ saved: 1, kept: 0, failed: 0, earlier: [] });
    expect(deps.save.mock.lastCall?.[0]).toMatchObject({ song: { title: "a.mp3" } });
    expect([onDevice(), values(uploads).map(({ title }) => title)]).toEqual([[], [""]]);
  });

  it("goes when its row is removed while a refused one is stored again", async () => {
    const { uploads, deps, onDevice, cut } = await setUpRefused();
    cut();
    const { store: keep } = deps.shelf;
    deps.shelf.store = async (song) => {
      const storedId = await keep(song);
      uploads.dispatch({ type: "row-removed", id: uploads.get().rows[0]?.id ?? 0 });
      return storedId;
    };
    expect(await uploads.submit()).toBe(false);
    expect(onDevice()).toEqual([]);
  });

  it("takes the refused one's place where there is room for one of them", async () => {
    const { uploads, deps, onDevice } = await setUpRefused();
    const { store: keep } = deps.shelf;
    deps.shelf.store = async (song) => (onDevice().length > 0 ? undefined : keep(song));
    let during: ReturnType<typeof onDevice> = [];
    deps.upload.mockImplementationOnce(async () => {
      during = onDevice();
      return uploadOf("a");
    });
    expect(await uploads.submit()).toBe(true);
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalledTimes(2));
    expect([during.map(({ isRefused }) => isRefused), onDevice()]).toEqual([[false], []]);
  });
});

describe("a file that this browser does not play (specification 4.19)", () => {
  it("stops the first press, with a sentence beside what was typed, and goes at the second", async () => {
    const { uploads, deps } = setUp();
    deps.probe.mockResolvedValueOnce("plays").mockResolvedValueOnce("fails");
    uploads.chooseFiles([file("a.mp3"), file("b.mp3")]);
    await settled();
    const [, second] = uploads.get().rows;
    if (second) uploads.dispatch({ type: "value-changed", id: second.id, name: "title", value: "Typed" });
    expect(await uploads.submit()).toBe(false);
    expect(uploads.get()).toMatchObject({ open: true, checking: false, sending: undefined });
    const errors = uploads.get().rows.map((row) => errorsOf(row, uploads.get().limits).audio);
    expect(errors).toEqual([undefined, expect.stringContaining("This browser can't play")]);
    expect(values(uploads)[1]?.title).toBe("Typed");
    expect(deps.upload).not.toHaveBeenCalled();
    expect(await uploads.submit()).toBe(true);
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalled());
    expect(deps.onEnd).toHaveBeenCalledWith({ saved: 2, kept: 0, failed: 0, earlier: [] });
  });

  it("is asked about anew when another one is chosen", async () => {
    const { uploads, deps } = setUp();
    deps.probe.mockResolvedValue("fails");
    const id = uploads.get().rows[0]?.id ?? 0;
    uploads.chooseFiles([file("a.mp3")], id);
    await settled();
    expect(await uploads.submit()).toBe(false);
    uploads.chooseFiles([file("b.mp3")], id);
    await settled();
    expect(await uploads.submit()).toBe(false);
    expect(deps.upload).not.toHaveBeenCalled();
  });

  it("is waited for when Upload is pressed before the answer", async () => {
    const { uploads, deps } = setUp();
    let answer = () => {};
    deps.probe.mockReturnValue(new Promise((resolve) => (answer = () => resolve("fails"))));
    uploads.chooseFiles([file("a.mp3")]);
    await settled();
    const sent = uploads.submit();
    await settled();
    expect(uploads.get()).toMatchObject({ checking: true, sending: undefined });
    answer();
    expect(await sent).toBe(false);
  });
});

describe("sending a batch (specification 3.2.3, 3.2.5)", () => {
  it("sends all rows and begins anew", async () => {
    const { uploads, deps } = setUp();
    uploads.chooseFiles([file("a.mp3"), file("b.mp3")]);
    await settled();
    await uploads.submit();
    expect(uploads.get()).toMatchObject({ open: false, sending: [{}, {}] });
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalled());
    expect(deps.onEnd).toHaveBeenCalledWith({ saved: 2, kept: 0, failed: 0, earlier: [] });
    expect(uploads.get().sending).toBeUndefined();
    expect(new Set(deps.save.mock.calls.map(([, key]) => key)).size).toBe(2);
    expect(values(uploads)).toEqual([noFields]);
  });

  it("opens again with what failed, and goes on under the same key without sending the bytes again", async () => {
    const { uploads, deps } = setUp();
    deps.save.mockImplementationOnce(async () => {
      throw new ApiError("invalid-request", "Some of the values cannot be used", { status: 422 });
    });
    uploads.chooseFiles([file("a.mp3"), file("b.mp3")]);
    await settled();
    uploads.dispatch({ type: "value-changed", id: uploads.get().rows[0]?.id ?? 0, name: "title", value: "Typed" });
    await uploads.submit();
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalled());
    expect(uploads.get()).toMatchObject({
      open: true,
      rows: [{ values: { title: "Typed" }, problem: "Some of the values cannot be used" }],
    });
    await uploads.submit();
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalledTimes(2));
    const [first, second, again] = deps.save.mock.calls.map(([, key]) => key);
    expect(second).not.toBe(first);
    expect(again).toBe(first);
    expect(deps.upload).toHaveBeenCalledTimes(2);
  });

  it.each([
    { name: "the line is dead", error: new ApiError("network", "There is no connection") },
    { name: "the server's disk is full", error: new ApiError("disk-full", "There is no room", { status: 507 }) },
    { name: "it wants a pause", error: new ApiError("too-many-requests", "Too many", { status: 429 }) },
  ])("tries no further row when $name: they go up later", async ({ error }) => {
    const { uploads, deps, onDevice } = setUp();
    deps.upload.mockImplementation(async () => {
      throw error;
    });
    uploads.chooseFiles([file("a.mp3"), file("b.mp3")]);
    await settled();
    await uploads.submit();
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalledWith({ saved: 0, kept: 2, failed: 0, earlier: [] }));
    expect(onDevice()).toMatchObject([{ isReleased: true }, { isReleased: true }]);
    expect(uploads.get()).toMatchObject({ open: false, sending: undefined });
    expect(new Set(deps.upload.mock.calls.map(([, one]) => one.name))).toEqual(new Set(["a.mp3"]));
  });

  it("opens again when the line is dead and the device has no room", async () => {
    const { uploads, deps } = setUp({ hasRoom: false });
    deps.upload.mockImplementation(async () => {
      throw new ApiError("network", "There is no connection");
    });
    uploads.chooseFiles([file("a.mp3"), file("b.mp3")]);
    await settled();
    await uploads.submit();
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalled());
    expect(uploads.get().rows.map((row) => row.problem)).toEqual(["There is no connection", "There is no connection"]);
    expect(new Set(deps.upload.mock.calls.map(([, one]) => one.name))).toEqual(new Set(["a.mp3"]));
  });

  it("gives one up, aborts its call, and can take that back", async () => {
    const { uploads, deps } = setUp();
    deps.upload.mockImplementation(
      (_kind, one, { signal }) =>
        new Promise((resolve, reject) => {
          if (one.name === "b.mp3") return resolve(uploadOf("b"));
          signal.addEventListener("abort", () => reject(new ApiError("aborted", "")));
        }),
    );
    uploads.chooseFiles([file("a.mp3"), file("b.mp3")]);
    await settled();
    await uploads.submit();
    await settled();
    const given = uploads.cancel(uploads.get().sending?.[0]?.id);
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalled());
    expect(deps.onEnd).toHaveBeenCalledWith({ saved: 1, kept: 0, failed: 0, earlier: [] });
    uploads.dispatch({ type: "rows-restored", rows: given });
    expect(uploads.get()).toMatchObject({ open: true, rows: [{ values: { title: "a.mp3" } }] });
  });

  it("takes one back while the others are on their way: it goes with them again", async () => {
    const { uploads, deps } = setUp();
    let finish = () => {};
    deps.upload.mockImplementation(
      (_kind, one, { signal }) =>
        new Promise((resolve, reject) => {
          const arrive = () => resolve(uploadOf(one.name));
          if (one.name === "c.mp3") return arrive();
          finish = arrive;
          signal.addEventListener("abort", () => reject(new ApiError("aborted", "")));
        }),
    );
    uploads.chooseFiles([file("a.mp3"), file("b.mp3"), file("c.mp3")]);
    await settled();
    await uploads.submit();
    const [first, , last] = uploads.get().sending ?? [];
    // One that is on its way, and one that is still to come.
    for (const row of [first, last]) uploads.dispatch({ type: "rows-restored", rows: uploads.cancel(row?.id) });
    expect(uploads.get().open).toBe(false);
    expect(uploads.get().sending).toMatchObject(
      ["b.mp3", "a.mp3", "c.mp3"].map((title) => ({ row: { values: { title } } })),
    );
    await settled();
    finish();
    await settled();
    finish();
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalled());
    expect(deps.onEnd).toHaveBeenCalledWith({ saved: 3, kept: 0, failed: 0, earlier: [] });
    expect(deps.save.mock.calls.map(([{ song }]) => song.title)).toEqual(["b.mp3", "a.mp3", "c.mp3"]);
  });
});

describe("a file that was uploaded before (specification 4.20)", () => {
  it("is asked about, and sent by the second press", async () => {
    const { uploads, deps } = setUp();
    deps.findDuplicates.mockResolvedValue({ title: "Slow Tide" });
    uploads.chooseFiles([file("a.mp3")]);
    expect(await uploads.submit()).toBe(false);
    const [row] = uploads.get().rows;
    expect(row && errorsOf(row, uploads.get().limits).audio).toMatch(/^Slow Tide was already uploaded/);
    expect(deps.upload).not.toHaveBeenCalled();
    expect(await uploads.submit()).toBe(true);
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalledWith({ saved: 1, kept: 0, failed: 0, earlier: [] }));
  });
});

describe("a file that was chosen twice under two names (specification 4.20)", () => {
  it("is asked about in the later row, until the other one is gone", async () => {
    const { uploads, deps } = setUp();
    const [one, two, three] = [file("a.mp3"), file("b.mp3"), file("a (1).mp3")];
    deps.findDuplicates.mockImplementation(async (given) => (given === three ? { twin: one } : {}));
    uploads.chooseFiles([one]);
    uploads.chooseFiles([two, three]);
    const others = deps.findDuplicates.mock.calls.map(([, earlier]) => earlier.map(({ name }) => name));
    expect(others).toEqual([[], ["a.mp3"], ["a.mp3", "b.mp3"]]);
    const told = () => uploads.get().rows.map((row) => errorsOf(row, uploads.get().limits).audio);
    await vi.waitFor(() =>
      expect(told()).toEqual([undefined, undefined, expect.stringMatching(/^This is the same song as a\.mp3\. /)]),
    );
    expect(await uploads.submit()).toBe(false);
    uploads.dispatch({ type: "row-removed", id: uploads.get().rows[0]?.id ?? 0 });
    expect(told()).toEqual([undefined, undefined]);
  });

  it("is asked about in the third, too, once the first is gone", async () => {
    const { uploads, deps } = setUp();
    const [one, two, three] = [file("a.mp3"), file("b.mp3"), file("c.mp3")];
    deps.findDuplicates.mockImplementation(async (given) => (given === one ? {} : { twin: one }));
    uploads.chooseFiles([one, two, three]);
    const twins = () => uploads.get().rows.map(({ duplicates }) => duplicates.twin);
    await vi.waitFor(() => expect(twins()).toEqual([undefined, one, one]));
    uploads.dispatch({ type: "row-removed", id: uploads.get().rows[0]?.id ?? 0 });
    expect(twins()).toEqual([undefined, two]);
    uploads.dispatch({ type: "row-removed", id: uploads.get().rows[0]?.id ?? 0 });
    expect(twins()).toEqual([undefined]);
  });

  it("is also found in a row below, and not where the other one went before that was known", async () => {
    const { uploads, deps } = setUp();
    const [one, two, copy] = [file("a.mp3"), file("b.mp3"), file("b (1).mp3")];
    uploads.chooseFiles([one, two]);
    let found: (twin: File) => void = () => {};
    deps.findDuplicates.mockReturnValueOnce(new Promise((resolve) => (found = (twin) => resolve({ twin }))));
    uploads.chooseFiles([copy], uploads.get().rows[0]?.id);
    expect(deps.findDuplicates).toHaveBeenLastCalledWith(copy, [two]);
    uploads.dispatch({ type: "row-removed", id: uploads.get().rows[1]?.id ?? 0 });
    found(two);
    await settled();
    expect(uploads.get().rows.map(({ duplicates }) => duplicates.twin)).toEqual([undefined]);
  });
});

describe("files that come while a batch is being sent (specification 4.10)", () => {
  /** Sends "a.mp3", which arrives when `finish` is called. */
  async function sendingOne() {
    const all = setUp();
    let finish = () => {};
    all.deps.upload.mockImplementationOnce(
      (_kind, one) => new Promise((resolve) => (finish = () => resolve(uploadOf(one.name)))),
    );
    all.uploads.chooseFiles([file("a.mp3")]);
    await settled();
    await all.uploads.submit();
    await settled();
    return { ...all, finish: () => finish() };
  }

  it("fill the dialog beside it, and join it when they are sent", async () => {
    const { uploads, deps, finish } = await sendingOne();
    uploads.chooseFiles([file("b.mp3")]);
    await settled();
    expect(uploads.get()).toMatchObject({ open: true, sending: [{}], rows: [{ values: { title: "b.mp3" } }] });
    expect(await uploads.submit()).toBe(true);
    expect(uploads.get()).toMatchObject({ open: false, sending: [{ stage: "audio" }, { stage: "waiting" }] });
    finish();
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalled());
    expect(deps.onEnd.mock.calls).toEqual([[{ saved: 2, kept: 0, failed: 0, earlier: [] }]]);
  });

  it("stay in the dialog with what was typed when it ends", async () => {
    const { uploads, deps, finish } = await sendingOne();
    uploads.chooseFiles([file("b.mp3")]);
    await settled();
    finish();
    await vi.waitFor(() => expect(deps.onEnd).toHaveBeenCalled());
    expect(uploads.get()).toMatchObject({ open: true, sending: undefined, rows: [{ values: { title: "b.mp3" } }] });
  });
});

describe("what comes into the form while its Upload is checked (specification 4.10)", () => {
  /** "Upload" is pressed for "a.mp3"; `go` lets the check end, and returns the titles of the songs that were made. */
  async function pressed(change: Partial<Transfers> = {}) {
    let reach = () => {};
    const all = setUp({ reach: () => new Promise((resolve) => (reach = () => resolve(true))), ...change });
    all.uploads.chooseFiles([file("a.mp3")]);
    await settled();
    const submitting = all.uploads.submit();
    await settled();
    const go = async () => {
      reach();
      await submitting;
      await settled();
      return all.deps.save.mock.calls.map(([{ song }]) => song.title);
    };
    return { ...all, go };
  }
  const names = (uploads: ReturnType<typeof createUploads>) => uploads.get().rows.map((row) => row.file?.name);

  it("is not sent in place of what was cancelled", async () => {
    const { uploads, go, onDevice } = await pressed();
    uploads.dispatch({ type: "discarded" });
    uploads.chooseFiles([file("b.mp3")]);
    await settled();
    expect(await go()).toEqual([]);
    expect([names(uploads), onDevice()]).toEqual([["b.mp3"], []]);
  });

  it("is looked at beside the other, and goes with the next press", async () => {
    const { uploads, go, onDevice } = await pressed();
    uploads.chooseFiles([file("b.mp3")]);
    await settled();
    expect(await go()).toEqual([]);
    expect(uploads.get()).toMatchObject({ open: true, checking: false, sending: undefined });
    expect([names(uploads), onDevice()]).toEqual([["a.mp3", "b.mp3"], []]);
    void uploads.submit();
    await settled();
    expect(await go()).toEqual(["a.mp3", "b.mp3"]);
  });

  it("is not sent again where it was refused a moment ago", async () => {
    const answers: ((isReached: boolean) => void)[] = [];
    const { uploads, deps, go } = await pressed({ reach: () => new Promise((resolve) => void answers.push(resolve)) });
    let refuse = () => {};
    deps.upload.mockImplementationOnce(
      () =>
        new Promise((_, reject) => (refuse = () => reject(new ApiError("unsupported-media", "No", { status: 415 })))),
    );
    answers[0]?.(true);
    await go();
    uploads.chooseFiles([file("b.mp3")]);
    await settled();
    const submitting = uploads.submit();
    await settled();
    refuse();
    await settled();
    answers[1]?.(true);
    expect(await submitting).toBe(false);
    expect(names(uploads)).toEqual(["b.mp3", "a.mp3"]);
    expect(deps.upload).toHaveBeenCalledTimes(1);
  });
});
