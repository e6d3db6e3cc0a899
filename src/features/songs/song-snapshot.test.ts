import { expect, test } from "vitest";
import type { Download } from "../../../contract/worker-messages.ts";
import { joinSongs } from "./song-snapshot.ts";

const id = "01900000-0000-7000-8000-000000000001";
const row: Download = {
  songId: id,
  state: "ready",
  path: "/media/a",
  title: "A song",
  artist: "Somebody",
  album: null,
  genre: "Rock",
  songImage: null,
  duration: 60,
  url: "https://media.test/media/a",
  private: false,
  owner: "owner",
  bytes: 1_000,
  sha256: null,
  mimeType: "audio/mpeg",
  gain: null,
  peak: null,
  received: 1_000,
};
const join = (download: unknown) =>
  joinSongs([id], new Map(), undefined, new Map([[id, download as Download]])).get(id); // also what is none

test("a song of a download is the same object each time, so that no row of a list is drawn anew", () => {
  const first = join(row);
  expect(first).toMatchObject({ _id: id, title: "A song" });
  expect(join(row)).toBe(first);
  expect(join({ ...row, title: "Renamed" })).toMatchObject({ title: "Renamed" });
});

test("a download from before songs had a loudness has none", () => {
  const { gain: _gain, peak: _peak, ...old } = row;
  expect(join(old)).toMatchObject({ _id: id, gain: null, peak: null });
});

test("a download that this version cannot read is no song, however often it is asked for", () => {
  const broken = { ...row, title: 5 };
  expect(join(broken)).toBeUndefined();
  expect(join(broken)).toBeUndefined();
});
