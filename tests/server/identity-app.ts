/** The embedded provider's routes over a real database, with a clock that a test moves. */
import { generateKeyPairSync } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { migrate, migrations } from "../../server/db/migrate.ts";
import type { Database } from "../../server/db/database.ts";
import { openInMemory } from "../../server/db/pglite.ts";
import { takeTurns } from "../../server/db/single-connection.ts";
import type { Deps } from "../../server/deps.ts";
import { createIds } from "../../server/ids.ts";
import { handleErrors } from "../../server/http/errors.ts";
import { describeKey } from "../../server/identity/keys.ts";
import { createProvider, type IdentityProvider } from "../../server/identity/provider.ts";
import { identityRoutes } from "../../server/identity/routes.ts";
import { readSettings } from "../../server/settings.ts";

export interface IdentityApp {
  app: FastifyInstance;
  db: Database;
  identity: IdentityProvider;
  /** Milliseconds since the epoch. */
  clock: { now: number };
  call(operation: string, body: object, address?: string): Promise<Answer>;
  refresh(token: string): Promise<Answer>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, unknown>;
}

export const goodPassword = "Correct!1horse";

export const makeKeys = () => describeKey(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey);

export async function openDatabase(): Promise<Database> {
  const db = takeTurns(await openInMemory());
  await migrate(db, migrations);
  return db;
}

/** `change` may put something broken into the parts before the routes are made. */
export async function startIdentity(change: (deps: Deps) => Deps = (deps) => deps): Promise<IdentityApp> {
  const db = await openDatabase();
  const clock = { now: Date.UTC(2026, 10, 21, 12) };
  const now = () => clock.now;
  const identity = createProvider({ keys: makeKeys(), db, rateFactor: 1, now });
  const never = () => Promise.reject(new Error("not in these tests"));
  const deps = change({
    settings: readSettings({}),
    db,
    now,
    newId: createIds(now),
    tokens: identity.verifier,
    identity,
    storage: { receive: never, open: never, size: never, remove: never },
    mediaKey: new Uint8Array(32),
  });
  const app = Fastify();
  handleErrors(app);
  await identityRoutes(app, deps);
  await app.ready();

  const post = async (url: string, payload: string, type: string, remoteAddress: string): Promise<Answer> => {
    const reply = await app.inject({ method: "POST", url, payload, headers: { "content-type": type }, remoteAddress });
    return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
  };
  return {
    app,
    db,
    identity,
    clock,
    call: (operation, body, address = "127.0.0.1") =>
      post(
        `/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=offbeat`,
        JSON.stringify(body),
        "application/json",
        address,
      ),
    refresh: (token) =>
      post(
        "/securetoken.googleapis.com/v1/token?key=offbeat",
        new URLSearchParams({ grant_type: "refresh_token", refresh_token: token }).toString(),
        "application/x-www-form-urlencoded",
        "127.0.0.1",
      ),
    async close() {
      await app.close();
      await db.close();
    },
  };
}
