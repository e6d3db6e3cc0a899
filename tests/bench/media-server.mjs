/** The built server on an empty library of its own, with one artist signed in: what the benches of media need. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, root } from "../../scripts/setup.mjs";

/** Starts a program of node's and answers it once it has written a line with `ready`. */
export async function startProgram(args, env, ready) {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      if (text.includes(ready)) resolve();
    });
    child.once("exit", (code) => reject(new Error(`It ended with ${code}: ${text}`)));
  });
  return child;
}

export async function stopProgram(child) {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

export async function startMediaServer(port) {
  await ensureBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), "offbeat-bench-"));
  const env = { PORT: String(port), DATA_DIR: dataDir, DEMO: "0", RATE_FACTOR: "1000000" };
  const child = await startProgram([join(root, "dist/server/main.js")], env, "Offbeat is at");
  const origin = `http://localhost:${port}`;
  const post = async (path, body, token) => {
    const headers = { "content-type": "application/json" };
    if (token) headers.authorization = `Bearer ${token}`;
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(origin + path, init);
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const account = {
    email: "bench@example.org",
    password: "Aa1!bench-bench",
    returnSecureToken: true,
  };
  const { idToken } = await post("/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x", account);
  const names = { firstName: "Ada", lastName: "Bench", artist: true, email: account.email };
  await post("/api/users", names, idToken);

  return {
    child,
    origin,
    dataDir,
    token: idToken,
    /** Uploads a sound and answers the private song that is made of it. */
    async makeSong(bytes) {
      const form = new FormData();
      form.set("upload_preset", "offbeat");
      form.set("file", new Blob([bytes]), "a.wav");
      const response = await fetch(`${origin}/media/v1_1/offbeat/video/upload`, {
        method: "POST",
        headers: { authorization: `Bearer ${idToken}` },
        body: form,
      });
      const metadata = await response.json();
      const song = { title: "Bench", artist: "Ada", genre: "Ska", private: true };
      return (await post("/api/songs", { song, metadata, image: null }, idToken)).data;
    },
    async stop() {
      await stopProgram(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A WAV file of `length` bytes of noise that is the same each time. */
export function makeSound(length) {
  const bytes = Buffer.alloc(length);
  for (let at = 44; at + 4 <= length; at += 4) bytes.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(44_100, 24);
  bytes.writeUInt32LE(176_400, 28);
  bytes.writeUInt16LE(4, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(length - 44, 40);
  return bytes;
}

/** CPU time of a process so far, in milliseconds; the system counts in hundredths of a second. */
export function cpuOf(pid) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}
