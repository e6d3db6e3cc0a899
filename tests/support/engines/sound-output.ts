/**
 * A sound output in memory: without one Firefox and WebKit do not play at all, and a real one would let people hear the
 * tests. Where there is no PulseAudio, browsers use what the machine has.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../programs.mjs";
import { until } from "./page.ts";

export interface SoundOutput {
  /** For the browser that is to play there. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/** As on a device without loudspeakers. */
export const withoutSoundOutput = async (): Promise<SoundOutput> => ({
  environment: { PULSE_SERVER: "unix:/nonexistent" },
  stop: async () => {},
});

export async function startSoundOutput(): Promise<SoundOutput> {
  const program = findProgram("pulseaudio");
  if (program === undefined) return { environment: {}, stop: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), "offbeat-sound-"));
  const socket = join(folder, "native");
  const server = spawn(
    program,
    [
      "-n",
      "--daemonize=no",
      "--use-pid-file=no",
      "--exit-idle-time=-1",
      "--load=module-null-sink",
      `--load=module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    ],
    { stdio: "ignore", env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder } },
  );
  await until(async () => existsSync(socket), "PulseAudio");
  return {
    environment: { PULSE_SERVER: `unix:${socket}` },
    async stop() {
      server.kill();
      await once(server, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
