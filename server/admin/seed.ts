/** `npm run seed -- --songs N`: fills the library with generated data. */
import { parseArgs } from "node:util";
import * as v from "valibot";
import { StartError } from "../lib/start-error.ts";
import type { SeedOptions } from "../seed/seed.ts";
import type { Settings } from "../settings/settings.ts";
import { runJob } from "./admin-client.ts";

const usage = "npm run seed -- --songs N [--users N] [--playlists N] [--seed N] [--add]: N are whole numbers";

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
  v.transform((options): SeedOptions => ({
    ...options,
    users: options.users ?? Math.max(10, Math.ceil(options.songs / 10)),
    playlists: options.playlists ?? Math.ceil(options.songs / 20),
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
  const job = { kind: "seed", ...readSeedOptions(args) } as const;
  const { lines, end } = await runJob(settings, job, (line) => console.info(line));
  await end();
  for (const line of lines) console.info(line);
}
