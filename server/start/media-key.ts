/** The key that signs addresses of private audio (specification 15.12). */
import { randomBytes } from "node:crypto";
import { noKey, openKeyFile } from "../lib/key-file.ts";

/** 32 bytes, kept in base64. Throws a StartError. */
export async function openMediaKey(path: string): Promise<Uint8Array> {
  const text = await openKeyFile(path, () => randomBytes(32).toString("base64"));
  const key = Buffer.from(text.trim(), "base64");
  if (key.length !== 32) throw noKey(path);
  return new Uint8Array(key);
}
