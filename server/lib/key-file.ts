/** Keys that the server makes for itself, each in a file of the data directory (specification 15.12, 16.8). */
import { randomBytes } from "node:crypto";
import { link, open, readFile, unlink } from "node:fs/promises";
import { codeOf } from "./error-code.ts";
import { StartError } from "./start-error.ts";

/**
 * The text of the key at `path`, made with mode 0600 where there is none: a start that is killed half-way leaves a whole
 * key or none. Throws a StartError for a file that cannot be read.
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
    // A link does not replace: of two first starts both end with the key of the first.
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    await unlink(draft);
  }
  return (await read()) ?? text;
}

/** What is at `path` is not what `openKeyFile` made. */
export const noKey = (path: string) =>
  new StartError(`${path} does not hold a key: restore it, or remove it to make a new one`);
