/** `npm run seed -- --songs N`. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { openData } from "../data.ts";
import { StartError } from "../start-error.ts";
import { isReceiving } from "../media/keep.ts";
import { seedLibrary, type SeedOptions } from "../seed/seed.ts";
import { demoDirectory, openDeps } from "../serve.ts";
import type { Settings } from "../settings.ts";

const usage =
  "npm run seed -- --songs N [--users N] [--playlists N] [--seed N] [--add]: N are whole numbers";

const whole = (min: number, max: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number), v.minValue(min), v.maxValue(max));

const Options = v.pipe(
  v.object({
    songs: whole(1, 1_000_000),
    users: v.optional(whole(2, 1_000_000)),
    playlists: v.optional(whole(0, 1_000_000)),
    seed: v.optional(whole(0, 999_999_999), "1"),
    add: v.optional(v.boolean(), false),
  }),
  v.transform((given): SeedOptions => ({
    ...given,
    users: given.users ?? Math.max(10, Math.ceil(given.songs / 10)),
    playlists: given.playlists ?? Math.ceil(given.songs / 20),
  })),
);

export function readSeedOptions(args: string[]): SeedOptions {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({
      args,
      options: { songs: text, users: text, playlists: text, seed: text, add: { type: "boolean" } },
    });
    return v.parse(Options, { ...values });
  } catch {
    throw new StartError(usage);
  }
}

export async function runSeed(args: string[], settings: Settings): Promise<void> {
  const options = readSeedOptions(args);
  const data = await openData(settings, (error) => {
    throw error;
  });
  try {
    const deps = await openDeps(settings, data);
    if (!isReceiving(deps))
      throw new StartError("npm run seed shares files on the disk: leave MEDIA_URL unset for it");
    const { signIns } = await seedLibrary(deps, join(demoDirectory, "library"), options, say);
    if (signIns) {
      say("Everybody has the same password; most to show have");
      say(`  ${signIns.listener}  ${signIns.password}  (listener)`);
      say(`  ${signIns.artist}  ${signIns.password}  (artist)`);
    }
  } finally {
    await data.close();
  }
}

const say = (line: string) => console.info(line);
