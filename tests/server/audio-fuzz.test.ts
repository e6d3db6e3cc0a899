/** Sound files that something happened to, thousands of ways: each is accepted or refused with a sentence, at once. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { readAudio } from "../../server/media/audio-format/check-packets.ts";
import { UploadError } from "../../server/media/upload-error.ts";
import { audioBytes, type AudioName } from "../support/audio-files.ts";

const folder = mkdtempSync(join(tmpdir(), "offbeat-fuzz-"));
afterAll(() => rmSync(folder, { recursive: true }));

const names = [
  "mp3",
  "mp3WithoutIndex",
  "aac",
  "m4a",
  "mp4InFragments",
  "mp4Opus",
  "mp4Flac",
  "quickTime",
  "flac",
  "ogg",
  "opus",
  "oggFlac",
  "webm",
  "webmVorbis",
  "wav",
] as const satisfies readonly AudioName[];

/** Half of all changes go to the headers, which is where readers believe what they see. */
const place = fc.oneof(fc.nat(2000), fc.nat(100_000));
const change = fc.oneof(
  fc.record({ kind: fc.constant("cut" as const), at: place }),
  fc.record({ kind: fc.constant("flip" as const), at: place, bit: fc.nat(7) }),
  fc.record({ kind: fc.constant("drop" as const), at: place, bytes: fc.nat(300) }),
  fc.record({ kind: fc.constant("repeat" as const), at: place, bytes: fc.nat(3000) }),
  fc.record({
    kind: fc.constant("number" as const),
    at: place,
    number: fc.constantFrom(0, 1, 16, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff),
  }),
  fc.record({
    kind: fc.constant("splice" as const),
    at: place,
    name: fc.constantFrom(...names),
    from: place,
  }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function apply(file: Buffer, one: Change): Buffer {
  const at = file.length === 0 ? 0 : one.at % file.length;
  const before = file.subarray(0, at);
  switch (one.kind) {
    case "cut":
      return before;
    case "drop":
      return Buffer.concat([before, file.subarray(at + one.bytes)]);
    case "repeat":
      return Buffer.concat([before, file.subarray(at, at + one.bytes), file.subarray(at)]);
    case "splice":
      return Buffer.concat([before, audioBytes(one.name).subarray(one.from, one.from + 50_000)]);
    case "flip": {
      const made = Buffer.from(file);
      made[at] = (made[at] ?? 0) ^ (1 << one.bit);
      return made;
    }
    case "number": {
      const made = Buffer.concat([file, Buffer.alloc(4)]);
      made.writeUInt32BE(one.number, at);
      return made;
    }
  }
}

test.each(names)("%s, changed in many ways", (name) => {
  const path = join(folder, name);
  const before = process.cpuUsage();
  const runs = 60;
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const file = changes.reduce(apply, audioBytes(name));
      writeFileSync(path, file);
      try {
        const { seconds } = readAudio(path);
        // Nothing in these formats lasts longer for its bytes than some silence in Opus.
        expect(seconds).toBeLessThan(file.length / 20);
      } catch (error) {
        expect(error).toBeInstanceOf(UploadError);
      }
    }),
    { seed: 20_261_122, numRuns: runs },
  );
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000 / runs).toBeLessThan(50);
});
