/** The operator's commands: `npm run seed` and its like, each a line or a few of plain text (specification 18.6). */
import { StartError } from "../start-error.ts";
import { MigrationError } from "../db/migrate.ts";
import { SettingsError, readSettings } from "../settings.ts";
import { runSeed } from "./seed.ts";

const commands = { seed: runSeed };

async function run([name = "", ...args]: string[]): Promise<void> {
  const command = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (!command) throw new StartError(`The tools are ${Object.keys(commands).join(", ")}`);
  await command(args, readSettings(process.env));
}

run(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    const isPlain =
      error instanceof StartError ||
      error instanceof SettingsError ||
      error instanceof MigrationError;
    console.error(isPlain ? error.message : error);
    process.exit(1);
  },
);
