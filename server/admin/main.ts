/** The operator's commands: `npm run seed` and its like, each a line or a few of plain text (specification 16.14). */
import { StartError } from "../lib/start-error.ts";
import { exitFor } from "../start/exit-for.ts";
import { readSettings, type Settings } from "../settings/settings.ts";

const commands: Record<string, (args: string[], settings: Settings) => Promise<void>> = {
  backup: async (...given) => (await import("./backup.ts")).runBackup(...given),
  "remove-user": async (...given) => (await import("./remove-user.ts")).runRemoveUser(...given),
  "reset-link": async (...given) => (await import("./reset-link.ts")).runResetLink(...given),
  restore: async (...given) => (await import("./restore.ts")).runRestore(...given),
  seed: async (...given) => (await import("./seed.ts")).runSeed(...given),
};

async function run([name = "", ...args]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new StartError(`The tools are ${Object.keys(commands).join(", ")}`);
  await command(args, readSettings(process.env));
}

run(process.argv.slice(2)).then(() => process.exit(0), exitFor);
