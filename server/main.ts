/** Starts the server: settings, data, then all the rest; what a person can mend is told in one line. */
import { openDatabase } from "./start/open-database.ts";
import { checkAddress } from "./start/listen-check.ts";
import { readSettings } from "./settings/settings.ts";
import { exitFor } from "./start/exit-for.ts";
import { readTls } from "./start/tls.ts";

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  await checkAddress(settings);
  const tls = await readTls(settings);
  const opening = openDatabase(settings, (error) => {
    console.error(`The database has stopped: ${error.message}`);
    process.exit(1);
  });
  // Loaded while the database opens in its thread: together they are most of a start.
  const [data, { serve }] = await Promise.all([opening, import("./start/serve.ts")]);
  try {
    await serve(settings, data, tls);
  } catch (error) {
    await data.close();
    throw error;
  }
}

start().catch(exitFor);
