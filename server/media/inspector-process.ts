/**
 * A process of its own that parses uploaded files, one at a time: whatever a crafted file makes of it, the server goes on
 * and can end it. Started as `inspector.js KIND NICENESS`.
 */
import { setPriority } from "node:os";
import type { FromInspector, Task } from "./inspector-messages.ts";
import { UploadError } from "./upload-error.ts";

const [, , kind, niceness = "0"] = process.argv;

const send = (message: FromInspector) => process.send?.(message);

/** Loaded by kind: pictures take a library that most songs never need. */
const inspectors = {
  audio: async () => (await import("./inspect-audio.ts")).inspectAudio,
  image: async () => (await import("./inspect-image.ts")).inspectPicture,
};

async function inspect({ kind: wanted, path }: Task): Promise<FromInspector> {
  try {
    const run = await inspectors[wanted]();
    return { is: "found", found: await run(path) };
  } catch (error) {
    if (error instanceof UploadError) return { is: "refused", status: error.status, message: error.message };
    return { is: "failed", reason: error instanceof Error ? (error.stack ?? "") : String(error) };
  }
}

/** Those who answer requests go first. */
function yieldToOthers(): void {
  try {
    setPriority(Number(niceness));
  } catch (error) {
    console.warn("The priority stays as it is", error);
  }
}

// A signal to the whole group, as of Ctrl-C, lets the server end in order: it ends this process itself.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("disconnect", () => process.exit());
process.on("message", async (task: Task) => send(await inspect(task)));
yieldToOthers();
await (kind === "image" ? inspectors.image() : inspectors.audio());
send({ is: "ready" });
