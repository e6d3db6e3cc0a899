/** Gets an operator's job done: by the server that runs, else by opening the data here (specification 16.14). */
import { existsSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import * as v from "valibot";
import { openDatabase } from "../start/open-database.ts";
import type { Settings } from "../settings/settings.ts";
import { StartError } from "../lib/start-error.ts";
import { lineReader, Reply, socketPath, type Job } from "./protocol.ts";

export interface Done {
  lines: string[];
  /** To be called when nothing depends on the data staying as they are any more. */
  end(): Promise<void>;
}

/** Throws a StartError with the reason why it was not done. */
export async function runJob(settings: Settings, job: Job, say: (line: string) => void): Promise<Done> {
  const socket = await reach(socketPath(settings.dataDir));
  return socket ? askServer(socket, job, say) : doHere(settings, job, say);
}

/** Undefined where no server listens. */
const reach = (path: string) =>
  new Promise<Socket | undefined>((resolve) => {
    const socket = connect(path, () => resolve(socket));
    socket.once("error", () => resolve(undefined));
  });

function askServer(socket: Socket, job: Job, say: (line: string) => void): Promise<Done> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new StartError("The server has ended before it was done"));
    socket.on("error", gone);
    socket.on("close", gone);
    const end = async () => void socket.destroy();
    const read = lineReader((line) => {
      const reply = v.parse(Reply, JSON.parse(line));
      if (reply.kind === "progress") return say(reply.line);
      if (reply.kind === "done") return resolve({ lines: reply.lines, end });
      reject(new StartError(reply.message));
      socket.destroy();
    });
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => void (read(part) || socket.destroy()));
    socket.write(`${JSON.stringify(job)}\n`);
  });
}

async function doHere(settings: Settings, job: Job, say: (line: string) => void): Promise<Done> {
  // A library that is made here and now has nothing to back up, and nobody in it.
  if (job.kind !== "seed" && !existsSync(join(settings.dataDir, "media")))
    throw new StartError(`DATA_DIR ${settings.dataDir} holds no library: set it to the server's`);
  const data = await openDatabase(settings, (error) => {
    throw error;
  });
  try {
    // Most of the program, which a command beside a server does without.
    const { demoDirectory, openAppContext } = await import("../start/serve.ts");
    const { doJob } = await import("./jobs.ts");
    const deps = await openAppContext(settings, data);
    const lines = await doJob({ deps, data, music: join(demoDirectory, "library") }, job, say);
    return { lines, end: () => data.close() };
  } catch (error) {
    await data.close();
    throw error;
  }
}
