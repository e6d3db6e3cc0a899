/** Servers as processes on a PostgreSQL of their own, which a test may stop. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { openPostgres } from "../../server/db/postgres.ts";
import { startCluster, urlOf, type Cluster } from "./postgres.ts";
import { freePort, startServer, whenReady, type ServerProcess } from "./process.ts";

export interface PostgresServers {
  cluster: Cluster;
  /** Data directories of servers lie in it; `data` is that of a server which is given none. */
  directory: string;
  /** Of the database that `newDatabase` made last. */
  databaseUrl: string;
  newDatabase(): Promise<void>;
  /** Ended after the test. */
  start(env?: Record<string, string>): Promise<ServerProcess>;
  startAndWait(env?: Record<string, string>): Promise<ServerProcess>;
}

/** For the tests of a file: filled by then, not before. */
export function serversOnPostgres(): PostgresServers {
  const running: ServerProcess[] = [];
  let databases = 0;
  const servers: PostgresServers = {
    // Both are set before the first test.
    cluster: undefined as unknown as Cluster,
    directory: "",
    databaseUrl: "",
    async newDatabase() {
      const name = `offbeat_${++databases}`;
      const admin = openPostgres(servers.cluster.url, { connections: 1 });
      await admin.query(`create database ${name}`).finally(() => admin.close());
      servers.databaseUrl = urlOf(servers.cluster.url, name);
    },
    async start(env = {}) {
      const server = startServer({
        PORT: String(await freePort()),
        DATA_DIR: join(servers.directory, "data"),
        DATABASE_URL: servers.databaseUrl,
        RATE_FACTOR: "1000",
        ...env,
      });
      running.push(server);
      return server;
    },
    async startAndWait(env) {
      const server = await servers.start(env);
      await whenReady(server);
      return server;
    },
  };
  beforeAll(async () => {
    // With fsync: what is acknowledged has to outlive a crash of the database.
    servers.cluster = await startCluster({ durable: true });
    servers.directory = await mkdtemp(join(tmpdir(), "offbeat-parts-"));
  }, 60_000);
  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
  });
  afterAll(async () => {
    await servers.cluster.remove();
    await rm(servers.directory, { recursive: true, force: true });
  });
  return servers;
}

export interface Answer {
  status: number;
  retryAfter: string | null;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  body: any;
}

export async function ask(
  { origin }: ServerProcess,
  method: string,
  path: string,
  { token, body, key }: { token?: string; body?: unknown; key?: string } = {},
): Promise<Answer> {
  const reply = await fetch(origin + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  const retryAfter = reply.headers.get("retry-after");
  return { status: reply.status, retryAfter, body: text === "" ? undefined : JSON.parse(text) };
}

export async function register(server: ServerProcess, email: string): Promise<string> {
  const account = { email, password: "Correct!1horse", returnSecureToken: true };
  const signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x";
  const token: string = (await ask(server, "POST", signUp, { body: account })).body.idToken;
  const profile = { firstName: "Ada", lastName: "Page", email, artist: true };
  expect((await ask(server, "POST", "/api/users", { token, body: profile })).status).toBe(201);
  return token;
}

export const makePlaylist = (server: ServerProcess, token: string, title: string, key?: string) =>
  ask(server, "POST", "/api/playlists", {
    token,
    body: { playlist: { title, description: "By the sea", private: true } },
    ...(key === undefined ? {} : { key }),
  });
