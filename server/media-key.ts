/** The key that signs addresses of private audio (specification 15.12). */
import { randomBytes } from "node:crypto";
import { link, open, readFile, unlink } from "node:fs/promises";
import { StartError } from "./start-error.ts";

/** 32 bytes in base64, made at the first start with mode 0600; of two first starts both end with the same. */
export async function openMediaKey(path: string): Promise<Uint8Array> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const read = () => readFile(path, "utf8").catch(() => undefined);
  let text = await read();
  if (text === undefined) {
    const file = await open(draft, "wx", 0o600);
    await file.writeFile(randomBytes(32).toString("base64"));
    await file.sync();
    await file.close();
    await link(draft, path).catch((error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    });
    await unlink(draft);
    text = await read();
  }
  const key = Buffer.from((text ?? "").trim(), "base64");
  if (key.length !== 32)
    throw new StartError(`${path} does not hold a key: restore it, or remove it to make a new one`);
  return new Uint8Array(key);
}
