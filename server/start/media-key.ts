/** The key that signs the URLs of private audio. */
import { randomBytes } from "node:crypto";
import { invalidKey, openKeyFile } from "../lib/key-file.ts";

/** Returns 32 bytes; the file stores them in base64. Throws a StartError. */
export async function openMediaKey(path: string): Promise<Uint8Array> {
  const text = await openKeyFile(path, () => randomBytes(32).toString("base64"));
  const key = Buffer.from(text.trim(), "base64");
  if (key.length !== 32) throw invalidKey(path);
  return new Uint8Array(key);
}
