/** Certificate and key for https by the server itself (specification 18.1). */
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { TlsFiles } from "../http/http-server.ts";
import type { Settings } from "../settings/settings.ts";
import { StartError } from "../lib/start-error.ts";

/** Undefined where the settings name none. Throws a StartError for files that cannot be used. */
export async function readTls({ tls }: Pick<Settings, "tls">): Promise<TlsFiles | undefined> {
  if (!tls) return undefined;
  const read = (name: string, path: string) =>
    readFile(path).catch(() => {
      throw new StartError(`${name} takes the path of a readable PEM file; ${path} is none`);
    });
  const files = { cert: await read("TLS_CERT", tls.cert), key: await read("TLS_KEY", tls.key) };
  try {
    createSecureContext(files);
  } catch {
    // Its words are those of a library, about one of the two or about both together.
    throw new StartError("TLS_CERT and TLS_KEY take a certificate in PEM and the private key that belongs to it");
  }
  return files;
}
