/** Checks the address that the server will listen on. */
import { createServer } from "node:net";
import { codeOf } from "../lib/error-code.ts";
import { StartError } from "../lib/start-error.ts";
import type { Settings } from "../settings/settings.ts";

/**
 * Binds the address and releases it, so that a start that cannot listen fails before it does anything else. Throws a
 * StartError.
 */
export async function checkAddress({ host, port }: Settings): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen({ host, port }, resolve);
  }).catch((error: unknown) => {
    throw explainListen(error, { host, port });
  });
  await new Promise((resolve) => probe.close(resolve));
}

/** No address of this machine, or of a kind that it does not have; a name that is not known, or not now. */
const isNotHere = /^(EADDRNOTAVAIL|EINVAL|EAFNOSUPPORT|ENOTFOUND|EAI_AGAIN)$/;

/** Turns a listen error into one that names the setting. */
export function explainListen(error: unknown, { host, port }: Pick<Settings, "host" | "port">): unknown {
  const code = codeOf(error);
  if (code === "EADDRINUSE") return new StartError(`PORT ${port} is taken by another program: set PORT to a free one`);
  if (code === "EACCES") return new StartError(`PORT ${port} needs rights that this user does not have`);
  if (isNotHere.test(code ?? "")) return new StartError(`HOST ${host} is not of this machine`);
  return error;
}
