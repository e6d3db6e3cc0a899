/** The certificate and key of a server that terminates TLS itself. */
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { TlsFiles } from "../http/http-server.ts";
import type { Settings } from "../settings/settings.ts";
import { StartError } from "../lib/start-error.ts";

/** Returns undefined without the settings. Throws a StartError for unusable files. */
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
    // OpenSSL's message does not say which of the two files is wrong.
    throw new StartError("TLS_CERT and TLS_KEY take a certificate in PEM and the private key that belongs to it");
  }
  return files;
}
