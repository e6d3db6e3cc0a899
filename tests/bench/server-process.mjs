/** The built server as a process of its own, and the numbers that the benches take of it. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/setup.mjs";

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Median first, all in brackets. */
export const listed = (values, unit, digits = 0) =>
  `${median(values).toFixed(digits)} ${unit} (${values.map((value) => value.toFixed(digits)).join(", ")})`;

/**
 * Starts it and waits for its first answer.
 * @returns the process, its address, and the milliseconds it took
 */
export async function startServer(port, env) {
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, "dist/server/main.js")], {
    env: { PATH: process.env.PATH, DEMO: "0", RATE_FACTOR: "100000", PORT: String(port), ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  while (!(await answers(`${url}/readyz`))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { child, url, took: performance.now() - began };
}

const answers = (url) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

export async function stopServer({ child }) {
  // Stopped before: nobody would hear of it any more, nor of the error that led here.
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

/** Resident memory in MB, where the system tells. */
export function memoryOf({ child }) {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024);
  } catch {
    return undefined;
  }
}

/** ID token and uid of an account of the embedded provider. */
export async function signIn(url, { email, password }) {
  const response = await fetch(`${url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=bench`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  });
  if (!response.ok) throw new Error(`Sign-in answered ${response.status}`);
  const { idToken, localId } = await response.json();
  return { token: idToken, uid: localId };
}

/** Calls of the API by somebody who is signed in; answers what they answer. */
export function callsOf({ url }, token) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return async (path, options = {}) => {
    const response = await fetch(`${url}/api/${path}`, { headers, ...options });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  };
}
