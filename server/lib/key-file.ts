/** Keys that the server generates, each in a file of the data directory. */
import { randomBytes } from "node:crypto";
import { link, open, readFile, unlink } from "node:fs/promises";
import { codeOf } from "./error-code.ts";
import { StartError } from "./start-error.ts";

/**
 * Reads the key at `path`, or creates it atomically with mode 0600: a killed start leaves a whole key or none. Throws a
 * StartError for a file that cannot be read.
 */
export async function openKeyFile(path: string, make: () => string | Promise<string>): Promise<string> {
  const read = () =>
    readFile(path, "utf8").catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") return undefined;
      throw new StartError(`${path} cannot be read: give it to the user that runs the server`);
    });
  const present = await read();
  if (present !== undefined) return present;
  const text = await make();
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    // A link does not overwrite: two simultaneous first starts end with the same key.
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    await unlink(draft);
  }
  return (await read()) ?? text;
}

/** The error for a file that `openKeyFile` did not create. */
export const invalidKey = (path: string) =>
  new StartError(`${path} does not hold a key: restore it, or remove it to make a new one`);
