/** The operator's commands, such as `npm run seed` (specification 16.14). */
import { StartError } from "../lib/start-error.ts";
import { explainFileError } from "../start/explain-file-error.ts";
import { exitFor } from "../start/exit-for.ts";
import { readSettings, type Settings } from "../settings/settings.ts";

const commands: Record<string, (args: string[], settings: Settings) => Promise<void>> = {
  backup: async (...args) => (await import("./backup.ts")).runBackup(...args),
  "remove-user": async (...args) => (await import("./remove-user.ts")).runRemoveUser(...args),
  "reset-link": async (...args) => (await import("./reset-link.ts")).runResetLink(...args),
  restore: async (...args) => (await import("./restore.ts")).runRestore(...args),
  seed: async (...args) => (await import("./seed.ts")).runSeed(...args),
};

async function run([name = "", ...args]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new StartError(`The tools are ${Object.keys(commands).join(", ")}`);
  const settings = readSettings(process.env);
  await command(args, settings).catch((error: unknown) => {
    throw explainFileError(error, settings.dataDir);
  });
}

run(process.argv.slice(2)).then(() => process.exit(0), exitFor);
