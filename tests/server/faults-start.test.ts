/** A first start that is killed at any moment: the next one makes a whole library (specification 21.5). */
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { ask } from "../support/http-client.ts";
import { isFull } from "../support/repetitions.ts";
import { kill, stop } from "../support/server-library.ts";
import { freePort, startServer, whenReady, type ServerProcess } from "../support/process.ts";

let directory: string;
const running: ServerProcess[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await kill(server);
  await rm(directory, { recursive: true, force: true });
});

/** Files that the embedded database has by now. */
const filesMade = () =>
  existsSync(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    : 0;

/** Whole, there are about a thousand. */
const moments = isFull ? [1, 5, 50, 200, 400, 600, 800, 950] : [400];

test.each(moments)("killed when it has made %i files", { timeout: 180_000 }, async (count) => {
  directory = await mkdtemp(join(tmpdir(), "offbeat-start-"));
  const env = { PORT: String(await freePort()), DATA_DIR: join(directory, "data") };
  const first = startServer(env);
  running.push(first);
  while (filesMade() < count) await new Promise((resolve) => setTimeout(resolve, 2));
  await kill(first);

  const second = startServer(env);
  running.push(second);
  await whenReady(second);
  expect((await ask(second.origin, "GET", "/readyz", null)).status).toBe(200);
  const account = { email: "ada@example.org", password: "Correct!1horse", returnSecureToken: true };
  const path = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x";
  expect((await ask(second.origin, "POST", path, null, { body: account })).status).toBe(200);
  expect(await stop(second)).toBe(0);
});
