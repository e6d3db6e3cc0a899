/** Runs an operator's job: in the running server, or here on the opened data (specification 16.14). */
import { existsSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import * as v from "valibot";
import { exitForLost } from "../start/exit-for.ts";
import { openDatabase } from "../start/open-database.ts";
import type { Settings } from "../settings/settings.ts";
import { StartError } from "../lib/start-error.ts";
import { lineReader, Reply, socketPath, type Job } from "./protocol.ts";

interface Done {
  lines: string[];
  /** Call it when the data may change again. Throws a StartError if the server has ended by then: they may have changed. */
  end(): Promise<void>;
}

/** Throws a StartError with the reason of a failure. */
export async function runJob(settings: Settings, job: Job, say: (line: string) => void): Promise<Done> {
  const socket = await tryConnect(socketPath(settings.dataDir));
  return socket ? runInServer(socket, job, say) : runHere(settings, job, say);
}

/** Resolves to undefined when no server listens. */
const tryConnect = (path: string) =>
  new Promise<Socket | undefined>((resolve) => {
    const socket = connect(path, () => resolve(socket));
    socket.once("error", () => resolve(undefined));
  });

function runInServer(socket: Socket, job: Job, say: (line: string) => void): Promise<Done> {
  return new Promise((resolve, reject) => {
    const lost = new StartError("The server has ended before it was done");
    let isLost = false;
    const gone = () => {
      isLost = true;
      reject(lost);
    };
    socket.on("error", gone);
    socket.on("close", gone);
    const end = async () => {
      if (isLost) throw lost;
      socket.destroy();
    };
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

async function runHere(settings: Settings, job: Job, say: (line: string) => void): Promise<Done> {
  // A missing library has nothing to back up and no users; only a seed may create one.
  if (job.kind !== "seed" && !existsSync(join(settings.dataDir, "media")))
    throw new StartError(`DATA_DIR ${settings.dataDir} holds no library: set it to the server's`);
  const data = await openDatabase(settings, exitForLost);
  try {
    // Most of the program; not needed when a server runs the job.
    const { demoDirectory, openAppContext } = await import("../start/serve.ts");
    const { doJob, dropSnapshots } = await import("./jobs.ts");
    await dropSnapshots(settings.dataDir);
    const deps = await openAppContext(settings, data);
    const lines = await doJob({ deps, data, music: join(demoDirectory, "library") }, job, say);
    return { lines, end: () => data.close() };
  } catch (error) {
    await data.close();
    throw error;
  }
}
