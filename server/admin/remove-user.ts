/** `npm run remove-user -- UID|EMAIL`: deletes people who cannot do it themselves (specification 2.32). */
import type { Settings } from "../settings/settings.ts";
import { StartError } from "../lib/start-error.ts";
import { runJob } from "./admin-client.ts";

export async function runRemoveUser(args: string[], settings: Settings): Promise<void> {
  const [person, ...others] = args;
  if (person === undefined || others.length > 0) throw new StartError("npm run remove-user -- UID, or EMAIL");
  const { lines, end } = await runJob(settings, { kind: "remove-user", person }, () => {});
  await end();
  for (const line of lines) console.info(line);
}
