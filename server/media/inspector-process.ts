/**
 * The inspector process: parses uploaded files, one at a time. A crafted file can at most crash this process, and the
 * server can kill it. Started as `inspector.js KIND NICENESS`.
 */
import { setPriority } from "node:os";
import type { FromInspector, Task } from "./inspector-messages.ts";
import { UploadError } from "./upload-error.ts";

const [, , kind, niceness = "0"] = process.argv;

const send = (message: FromInspector) => process.send?.(message);

/** Loads parsers by kind: songs do not need the image library. */
const inspectors = {
  audio: async () => (await import("./inspect-audio.ts")).inspectAudio,
  image: async () => (await import("./inspect-image.ts")).inspectPicture,
  color: async () => (await import("./inspect-image.ts")).readStoredColor,
};

async function inspect({ kind: taskKind, path }: Task): Promise<FromInspector> {
  try {
    const run = await inspectors[taskKind]();
    return { is: "found", found: await run(path) };
  } catch (error) {
    if (error instanceof UploadError) return { is: "refused", status: error.status, message: error.message };
    return { is: "failed", reason: error instanceof Error ? (error.stack ?? "") : String(error) };
  }
}

/** Requests have priority over inspections. */
function lowerPriority(): void {
  try {
    setPriority(Number(niceness));
  } catch (error) {
    console.warn("The priority stays as it is", error);
  }
}

// Ignores signals to the whole process group, such as Ctrl-C: the server shuts down and ends this process.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("disconnect", () => process.exit());
process.on("message", async (task: Task) => send(await inspect(task)));
lowerPriority();
await (kind === "audio" ? inspectors.audio() : inspectors.image());
send({ is: "ready" });
