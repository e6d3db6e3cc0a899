import * as v from "valibot";
import { expect, test } from "vitest";
import { Song, SongSnapshot } from "./songs.ts";

const song = {
  _id: "01900000-0000-7000-8000-000000000001",
  original_id: "01900000-0000-7000-8000-000000000001",
  title: "Slow Tide",
  artist: "Ada",
  album: null,
  genre: "Ska",
  songImage: null,
  duration: 60,
  url: "/media/a",
  private: false,
  owner: "ada",
  playCount: 0,
  likes: 0,
  liked: false,
  bytes: 1,
  sha256: null,
  mimeType: "audio/mpeg",
  gain: -3,
  createdAt: "2026-11-22T12:00:00.000Z",
};

test("songs that a device stored before they had a loudness stay readable", () => {
  expect(v.parse(Song, song)).toMatchObject({ gain: -3, peak: null });
  const { gain: _gain, ...older } = song;
  expect(v.parse(SongSnapshot, older)).toMatchObject({ gain: null, peak: null });
});
