/** `npm run reset-link -- EMAIL`: prints a password reset link, for sites without mail (specification 16.13). */
import type { Settings } from "../settings/settings.ts";
import { StartError } from "../lib/start-error.ts";
import { runJob } from "./admin-client.ts";

export async function runResetLink(args: string[], settings: Settings): Promise<void> {
  const [email, ...others] = args;
  if (email === undefined || others.length > 0) throw new StartError("npm run reset-link -- EMAIL");
  const { lines, end } = await runJob(settings, { kind: "reset-link", email }, () => {});
  await end();
  for (const line of lines) console.info(line);
}
