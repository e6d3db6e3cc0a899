import { songOf, uploadOf } from "../../../tests/support/items.ts";
import { describe, expect, it } from "vitest";
import { createSong, type Song } from "../../../contract/songs.ts";
import * as v from "valibot";
import { ApiError } from "../../api/api-error.ts";
import type { SongBody } from "./transfers.ts";
import { sourceOf } from "../../api/upload-source.ts";
import type { UploadProgress } from "../../db/upload-rows.ts";
import { type Content, type SongTransfers, uploadSong } from "./upload-song.ts";

/** The server as far as it matters here: keys answer again, and an upload is claimed once (specification 11.15, 4.12). */
class FakeServer {
  readonly songs: Song[] = [];
  readonly uploads: string[] = [];
  readonly announced: string[] = [];
  /** What becomes of the next calls of a kind: lost before or after they took effect, or refused. */
  readonly faults: { on: "upload" | "save"; fault: "before" | "after" | ApiError }[] = [];
  #assets = new Set<string>();
  #answers = new Map<string, { body: string; song: Song }>();
  #keys = 0;

  #fault(on: "upload" | "save") {
    const at = this.faults.findIndex((one) => one.on === on);
    return at < 0 ? undefined : this.faults.splice(at, 1)[0]?.fault;
  }

  sweep(): void {
    this.#assets.clear();
  }

  readonly transfers: SongTransfers = {
    upload: async (kind, file) => {
      const fault = this.#fault("upload");
      if (fault === "before") throw cut();
      if (fault instanceof ApiError) throw fault;
      this.uploads.push(`${kind}:${file.name}`);
      const id = `${kind}-${this.uploads.length}`;
      this.#assets.add(id);
      if (fault === "after") throw cut();
      return uploadOf(id, kind);
    },
    save: async (body, key) => {
      const fault = this.#fault("save");
      if (fault === "before") throw cut();
      if (fault instanceof ApiError) throw fault;
      const song = this.#save(body, key);
      if (fault === "after") throw cut();
      return song;
    },
    measure: async () => ({ gain: -8, peak: 0.9 }),
    announce: (song) => void this.announced.push(song._id),
    newKey: () => `upload:${++this.#keys}`,
    wait: async () => {},
    note: async () => {},
  };

  #save(input: SongBody, key: string): Song {
    const body = JSON.stringify(v.parse(createSong.body, input));
    const known = this.#answers.get(key);
    if (known !== undefined) {
      if (known.body === body) return known.song;
      throw new ApiError("key-reused", "Used for another request", { status: 422 });
    }
    if (!this.#assets.delete(input.metadata.public_id))
      throw new ApiError("upload-not-found", "Upload it again", { status: 409 });
    const song = savedSong(input, this.songs.length);
    this.songs.push(song);
    this.#answers.set(key, { body, song });
    return song;
  }
}

const cut = () => new ApiError("network", "There is no connection to the server");

const savedSong = ({ song, image }: SongBody, index: number): Song =>
  songOf(index, { ...song, album: song.album ?? null, private: song.private ?? true, songImage: image });

const content = (change: Partial<Content["values"]> = {}, cover: File | null = null): Content => ({
  file: sourceOf(audio),
  cover: cover && sourceOf(cover),
  values: {
    title: "Slow Tide",
    artist: "Ana",
    album: null,
    genre: "Ska",
    private: true,
    ...change,
  },
});
const audio = new File(["abc"], "a.mp3", { type: "audio/mpeg" });
const picture = new File(["abc"], "a.png", { type: "image/png" });

const run = (server: FakeServer, progress: UploadProgress, what = content(), note = async () => {}) =>
  uploadSong(progress, what, { ...server.transfers, note }, never, () => {});
const never = new AbortController().signal;

describe("sending a song (specification 4.11)", () => {
  it("sends audio, then cover, then the song with both", async () => {
    const server = new FakeServer();
    const { song } = await run(server, {}, content({}, picture));
    expect(server.uploads).toEqual(["video:a.mp3", "image:a.png"]);
    expect(song.songImage).toBe("/media/image-2");
  });

  it("says how loud the song is, measured once its files have arrived, and waits no longer than for the file", async () => {
    const server = new FakeServer();
    const bodies: SongBody[] = [];
    const save = server.transfers.save;
    const loudness = { gain: -8, peak: 0.9 };
    let measured = 0;
    server.transfers.measure = async () => ((measured += 1), loudness);
    server.transfers.save = (body, ...rest) => (bodies.push(body), save(body, ...rest));
    const progress: UploadProgress = {};
    server.faults.push(...Array.from({ length: 3 }, () => ({ on: "upload", fault: "before" }) as const));
    await expect(run(server, progress)).rejects.toThrow("no connection");
    expect(measured, "for nothing").toBe(0);
    server.faults.push({ on: "save", fault: new ApiError("invalid-fields", "Too short", { status: 422 }) });
    await expect(run(server, progress)).rejects.toMatchObject({ code: "invalid-fields" });
    await run(server, progress);
    expect(bodies.map((body) => body.loudness)).toEqual([loudness, loudness]);
    expect(measured).toBe(1);
    server.transfers.measure = () => new Promise(() => {});
    await run(server, {});
    expect(bodies.at(-1)).not.toHaveProperty("loudness");
  });

  it("announces public songs only", async () => {
    const server = new FakeServer();
    await run(server, {}, content());
    const { song } = await run(server, {}, content({ private: false }));
    expect(server.announced).toEqual([song._id]);
  });

  it("makes one song and sends the bytes once when the answer to the save is lost", async () => {
    const server = new FakeServer();
    server.faults.push(...Array.from({ length: 3 }, () => ({ on: "save", fault: "after" }) as const));
    const progress: UploadProgress = {};
    await expect(run(server, progress)).rejects.toMatchObject({ code: "network" });
    expect(server.songs).toHaveLength(1);
    const { song, earlier } = await run(server, progress);
    expect(song).toBe(server.songs[0]);
    expect(earlier).toBe(false);
    expect(server.songs).toHaveLength(1);
    expect(server.uploads).toEqual(["video:a.mp3"]);
  });

  it.each(["before", "after"] as const)(
    "goes on in another visit from what was noted %s the save took effect",
    async (fault) => {
      const server = new FakeServer();
      server.faults.push(...Array.from({ length: 3 }, () => ({ on: "save", fault }) as const));
      const progress: UploadProgress = {};
      let noted: UploadProgress = {};
      const note = async () => {
        noted = structuredClone(progress);
      };
      await expect(run(server, progress, content({}, picture), note)).rejects.toThrow("no connection");
      const { earlier } = await run(server, noted, content({}, picture));
      expect([server.songs.length, server.uploads, earlier]).toEqual([1, ["video:a.mp3", "image:a.png"], false]);
    },
  );

  it("goes on within a large file, and sends it whole again when the server has forgotten its parts", async () => {
    const server = new FakeServer();
    const progress: UploadProgress = { parts: { id: "file-1", sent: 12 } };
    const begun: unknown[] = [];
    const upload: SongTransfers["upload"] = async (_, __, { parts }) => {
      begun.push({ id: parts?.id, sent: parts?.sent });
      if (begun.length === 1) {
        await parts?.onSent(18);
        throw cut();
      }
      return server.transfers.upload("video", content().file, { signal: never });
    };
    await uploadSong(progress, content(), { ...server.transfers, upload }, never, () => {});
    expect(begun).toEqual([
      { id: "file-1", sent: 12 },
      { id: "file-1", sent: 18 },
    ]);
    expect(progress.parts).toBeUndefined();
  });

  it("says so when a lost save had arrived before the title was changed", async () => {
    const server = new FakeServer();
    server.faults.push(...Array.from({ length: 3 }, () => ({ on: "save", fault: "after" }) as const));
    const progress: UploadProgress = {};
    await expect(run(server, progress)).rejects.toThrow("no connection");
    const { song, earlier } = await run(server, progress, content({ title: "Another" }));
    expect([song.title, earlier]).toEqual(["Slow Tide", true]);
    expect(server.songs).toHaveLength(1);
  });

  it.each([
    ["the first", ["after", "before", "before"], "Slow Tide"],
    ["the second", ["before", "after", "before"], "Second"],
    ["none", ["before", "before", "before"], "Third"],
  ] as const)("finds its song under a form that changed twice, where %s had arrived", async (_, faults, title) => {
    const server = new FakeServer();
    const progress: UploadProgress = {};
    const wait = async () => Promise.reject(cut());
    for (const [turn, fault] of faults.entries()) {
      server.faults.push({ on: "save", fault });
      const form = content(turn === 0 ? {} : { title: turn === 1 ? "Second" : "Third" });
      const attempt = uploadSong(progress, form, { ...server.transfers, wait }, never, () => {});
      await expect(attempt).rejects.toThrow("no connection");
    }
    const { song, earlier } = await run(server, progress, content({ title: "Third" }));
    expect([song.title, earlier]).toEqual([title, title !== "Third"]);
    expect(server.songs).toHaveLength(1);
    expect(progress.unanswered).toBeUndefined();
  });

  it.each([
    ["a sign-in that has run out", new ApiError("unauthenticated", "Sign in again", { status: 401 })],
    ["a long pause", new ApiError("too-many-requests", "Later", { status: 429, retryAfterMs: 60_000 })],
  ])("says so when the answer to its repetition was %s", async (_, refusal) => {
    const server = new FakeServer();
    server.faults.push({ on: "save", fault: "after" }, { on: "save", fault: refusal });
    const progress: UploadProgress = {};
    await expect(run(server, progress)).rejects.toBe(refusal);
    const { song, earlier } = await run(server, progress, content({ title: "Another" }));
    expect([song.title, earlier]).toEqual(["Slow Tide", true]);
  });

  it("takes a changed title when the save had not arrived, or was refused", async () => {
    const server = new FakeServer();
    const refusal = new ApiError("invalid-request", "Title is bad", { status: 422 });
    server.faults.push({ on: "save", fault: refusal });
    const progress: UploadProgress = {};
    await expect(run(server, progress)).rejects.toBe(refusal);
    const { song, earlier } = await run(server, progress, content({ title: "Another" }));
    expect([song.title, earlier]).toEqual(["Another", false]);
  });

  it("tries a cut upload and a failure of the server again, and gives a refusal and a full disk at once", async () => {
    const server = new FakeServer();
    const failure = new ApiError("internal", "Something went wrong", { status: 500 });
    server.faults.push({ on: "upload", fault: "before" }, { on: "upload", fault: failure });
    server.faults.push({ on: "save", fault: failure });
    await run(server, {});
    expect(server.songs).toHaveLength(1);
    const refusal = new ApiError("unsupported-media", "Not audio", { status: 415 });
    const full = new ApiError("disk-full", "There is no room", { status: 507 });
    for (const fault of [refusal, full]) {
      server.faults.push({ on: "upload", fault });
      await expect(run(server, {})).rejects.toBe(fault);
    }
  });

  it("sends the file again, as the same song, when the server has swept it", async () => {
    const server = new FakeServer();
    server.faults.push(...Array.from({ length: 3 }, () => ({ on: "save", fault: "before" }) as const));
    const progress: UploadProgress = {};
    await expect(run(server, progress, content({}, picture))).rejects.toThrow("no connection");
    const { key } = progress;
    server.sweep();
    await run(server, progress, content({}, picture));
    expect(progress.key).toBe(key);
    expect(server.songs).toHaveLength(1);
    expect(server.uploads).toHaveLength(4);
  });

  it("sends another cover without sending the song again", async () => {
    const server = new FakeServer();
    const busy = new ApiError("invalid-request", "no", { status: 422 });
    server.faults.push({ on: "save", fault: busy });
    const progress: UploadProgress = {};
    await expect(run(server, progress, content({}, picture))).rejects.toBe(busy);
    const other = new File(["x"], "b.jpg", { type: "image/jpeg" });
    // As the dialog does it.
    await run(server, { ...progress, image: undefined }, content({}, other));
    expect(server.uploads).toEqual(["video:a.mp3", "image:a.png", "image:b.jpg"]);
  });
});
