/**
 * Makes the demo library: plays every song to a WAV file, encodes and tags it, draws its cover,
 * and writes library.json. Usage: node scripts/demo-music/make.mjs [song ...]
 * With names, only those songs are made again; library.json is always written whole.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { accounts, activity, artists, playlists, songs } from "./catalogue.mjs";
import { cover } from "./covers.mjs";
import { hash, rng } from "./dsp.mjs";
import { wav } from "./mix.mjs";
import { record } from "./sequencer.mjs";

const here = join(dirname(fileURLToPath(import.meta.url)), "../../server/demo");
const library = join(here, "library");

function fail(message) {
  console.error(message);
  process.exit(1);
}

function ffmpeg(args) {
  const run = spawnSync("ffmpeg", ["-hide_banner", "-loglevel", "error", "-y", ...args], {
    encoding: "utf8",
  });
  if (run.status !== 0) fail(`ffmpeg failed: ${run.stderr}`);
}

/** Encodes one WAV file as AAC (.m4a) or MP3, with tags and, when asked, the cover inside. */
function encode(song, source, picture, target) {
  const mp3 = song.format === "mp3";
  const tags = { title: song.title, artist: song.artist, album: song.album, genre: song.genre };
  const args = ["-i", source];
  if (song.embed)
    args.push("-i", picture, "-map", "0:a", "-map", "1:v", "-c:v", "copy", "-disposition:v:0", "attached_pic");
  args.push("-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact");
  if (mp3) args.push("-c:a", "libmp3lame", "-abr", "1", "-b:a", "70k", "-id3v2_version", "3");
  else args.push("-c:a", "aac", "-b:a", "58k", "-movflags", "+faststart");
  for (const [key, value] of Object.entries(tags)) args.push("-metadata", `${key}=${value}`);
  ffmpeg([...args, target]);
}

const audioName = (song) => `${song.file}.${song.format === "mp3" ? "mp3" : "m4a"}`;
const coverName = (song) => `${song.file}.jpg`;

if (spawnSync("ffmpeg", ["-version"]).status !== 0)
  fail("The demo library needs ffmpeg on the PATH to encode its songs; please install it.");
const sharp = await import("sharp").then(
  (m) => m.default,
  () => fail('The demo library needs the package "sharp" to draw its covers; please run npm install.'),
);

const wanted = process.argv.slice(2);
for (const name of wanted) if (!songs.some((s) => s.file === name)) fail(`There is no demo song "${name}".`);
const temp = mkdtempSync(join(tmpdir(), "offbeat-demo-"));
mkdirSync(library, { recursive: true });
try {
  for (const song of songs) {
    if (wanted.length && !wanted.includes(song.file)) continue;
    const picture = join(library, coverName(song));
    await sharp(Buffer.from(cover(song.file)))
      .jpeg({ quality: 88, mozjpeg: true })
      .toFile(picture);
    const source = join(temp, "song.wav");
    const sound = record(song);
    writeFileSync(source, wav(sound, rng(hash(song.title))));
    const target = join(library, audioName(song));
    encode(song, source, picture, target);
    console.log(
      `${audioName(song)}  ${(sound[0].length / 44100).toFixed(1)} s  ${Math.round(statSync(target).size / 1000)} kB`,
    );
  }
} finally {
  rmSync(temp, { recursive: true, force: true });
}

const entries = songs.map((s) => ({
  file: audioName(s),
  cover: coverName(s),
  title: s.title,
  artist: s.artist,
  album: s.album,
  genre: s.genre,
  private: false,
}));
const description = { accounts, artists, songs: entries, playlists, activity };
writeFileSync(join(here, "library.json"), `${JSON.stringify(description, null, 2)}\n`);
