/** Starts the server. An error that the operator can fix is printed as one line. */
import { openDatabase } from "./start/open-database.ts";
import { checkAddress } from "./start/listen-check.ts";
import { readSettings, type Settings } from "./settings/settings.ts";
import { explainFileError } from "./start/explain-file-error.ts";
import { exitFor, exitForLost } from "./start/exit-for.ts";
import { readTls } from "./start/tls.ts";

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  await startWith(settings).catch((error: unknown) => {
    throw explainFileError(error, settings.dataDir);
  });
}

async function startWith(settings: Settings): Promise<void> {
  await checkAddress(settings);
  const tls = await readTls(settings);
  const opening = openDatabase(settings, exitForLost);
  // Loads while the database opens in its thread: these two take most of the start time.
  const [data, { serve }] = await Promise.all([opening, import("./start/serve.ts")]);
  try {
    await serve(settings, data, tls);
  } catch (error) {
    await data.close();
    throw error;
  }
}

start().catch(exitFor);
