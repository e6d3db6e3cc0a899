/** The real application without a port: real migrations, real tokens, a clock that a test moves. */
import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import type { Method } from "../../contract/endpoint.ts";
import type { Playlist } from "../../contract/playlists.ts";
import type { Song } from "../../contract/songs.ts";
import { createApp, type App, type AppOptions } from "../../server/app.ts";
import type { Database } from "../../server/db/database.ts";
import type { AppContext, DemoMode } from "../../server/app-context.ts";
import { createIds } from "../../server/lib/uuid.ts";
import { describeKey } from "../../server/identity/signing-keys.ts";
import type { Mail, Mailer } from "../../server/identity/mailer.ts";
import { createProvider, type IdentityProvider } from "../../server/identity/provider.ts";
import { issueIdToken } from "../../server/identity/tokens.ts";
import { openDiskStorage, type DiskStorage } from "../../server/media/disk-storage.ts";
import { temporaryFolder } from "../../server/media/open-storage.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { createCallers } from "../../server/users/caller.ts";
import { openTestDatabase } from "./database.ts";
import { openTestInspector } from "./inspector.ts";
import { cheapPasswords } from "./process.ts";

export interface TestUser {
  uid: string;
  email: string;
  token: string;
}

export interface TestReply {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  /** Parsed body; undefined where there is none or it is no JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely and compare them whole
  body: any;
}

interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** Idempotency-Key. */
  key?: string;
  address?: string;
}

export interface TestServer {
  app: FastifyInstance;
  bound: App["bound"];
  deps: AppContext & { storage: DiskStorage };
  db: Database;
  identity: IdentityProvider;
  /** What went out by mail. */
  mails: Mail[];
  /** Milliseconds since the epoch. */
  clock: { now: number };
  /** A call of anybody: null sends no token, text that token. */
  call(
    method: Method | "HEAD" | "OPTIONS",
    url: string,
    user: TestUser | string | null,
    options?: CallOptions,
  ): Promise<TestReply>;
  /** An account and, unless `profile` is false, its profile. */
  user(options?: { artist?: boolean; profile?: boolean; email?: string }): Promise<TestUser>;
  /** An unclaimed upload, as the media routes leave it. */
  asset(uid: string, kind?: "audio" | "image"): Promise<string>;
  song(user: TestUser, values?: SongValues): Promise<Song>;
  playlist(user: TestUser, values?: PlaylistValues): Promise<Playlist>;
  /** Another server on the same database and clock, which remembers nothing yet. Closed by its own `close` alone. */
  beside(): Promise<Pick<TestServer, "call" | "close">>;
  close(): Promise<void>;
}

interface PlaylistValues {
  private?: boolean;
  title?: string;
  /** Ids of songs to put into it. */
  songs?: string[];
}

export interface TestServerOptions extends AppOptions {
  env?: Record<string, string>;
  /** In place of the one that keeps what it is to send in `mails`. */
  mailer?: Partial<Mailer>;
  demo?: DemoMode;
}

// One pair for all servers of a file: making it takes longer than most tests.
const keys = describeKey(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey);

export async function createTestServer({
  env = {},
  mailer: given,
  demo = { isOn: false, accounts: [] },
  ...options
}: TestServerOptions = {}): Promise<TestServer> {
  const directory = await mkdtemp(join(tmpdir(), "offbeat-test-"));
  const db = await openTestDatabase();
  const clock = { now: Date.UTC(2026, 10, 21, 12, 20) };
  const now = () => clock.now;
  const settings = readSettings({ DATA_DIR: directory, ...cheapPasswords, ...env });
  const mails: Mail[] = [];
  const mailer: Mailer = {
    reaches: "terminal",
    send: async (mail) => void mails.push(mail),
    ...given,
  };
  const identity = createProvider({ keys, db, mailer, settings, now });
  const deps: TestServer["deps"] = {
    settings,
    demo,
    db,
    now,
    newId: createIds(now),
    tokens: identity.verifier,
    identity,
    callers: createCallers(db, now),
    storage: await openDiskStorage(join(directory, "media")),
    inspector: await openTestInspector(temporaryFolder(settings)),
    mediaKey: new Uint8Array(randomBytes(32)),
  };
  const { fastify: app, bound } = await createApp(deps, options);
  const call = createCaller(app);
  const server: TestServer = {
    app,
    bound,
    deps,
    db,
    identity,
    mails,
    clock,
    call,
    user: (wanted) => makeUser(server, wanted),
    asset: (uid, kind) => makeAsset(server, uid, kind),
    song: (user, values) => makeSong(server, user, values),
    playlist: (user, values) => makePlaylist(server, user, values),
    async beside() {
      const { fastify: other } = await createApp({ ...deps, callers: createCallers(db, now) }, options);
      return { call: createCaller(other), close: () => other.close() };
    },
    async close() {
      // Clients keep connections open on which they ask nothing, and a server waits for them.
      app.server.closeAllConnections();
      await app.close();
      deps.inspector.close();
      deps.storage.close();
      await db.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return server;
}

function createCaller(app: FastifyInstance): TestServer["call"] {
  return async (method, url, user, { body, headers = {}, key, address = "127.0.0.1" } = {}) => {
    const token = typeof user === "string" ? user : user?.token;
    const request: InjectOptions = {
      method,
      url,
      remoteAddress: address,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    };
    return replyOf(await app.inject(request));
  };
}

/** An injected answer as tests read it. */
export function replyOf(response: LightMyRequestResponse): TestReply {
  const isJson = /json/.test(String(response.headers["content-type"]));
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.payload,
    body: isJson && response.payload !== "" ? response.json() : undefined,
  };
}

let count = 0;

async function makeUser(
  { db, clock, identity }: TestServer,
  { artist = false, profile = true, email }: { artist?: boolean; profile?: boolean; email?: string } = {},
): Promise<TestUser> {
  const uid = `user-${++count}`;
  const user = { uid, email: email ?? `${uid}@example.org` };
  const seconds = Math.floor(clock.now / 1000);
  await db.query(
    `insert into accounts (uid, email, email_verified, valid_since, disabled, created_at)
     values ($1, $2, false, $3, false, $4)`,
    [uid, user.email, seconds, clock.now],
  );
  if (profile) {
    await db.query(
      `insert into users (uid, first_name, last_name, email, artist, newsletter, folded_name, created_at)
       values ($1, 'Ada', $1, $2, $3, false, 'ada ' || $1, $4)`,
      [uid, user.email, artist, clock.now],
    );
  }
  const subject = {
    ...user,
    emailVerified: false,
    authTime: seconds,
    provider: "password",
  } as const;
  return { ...user, token: await issueIdToken(identity, subject) };
}

async function makeAsset({ db, clock }: TestServer, uid: string, kind: "audio" | "image" = "audio"): Promise<string> {
  const id = randomBytes(16).toString("base64url");
  const sha256 = createHash("sha256").update(id).digest("hex");
  const [type, format, duration, side, color] =
    kind === "audio" ? ["audio/mpeg", "mp3", 183.5, null, null] : ["image/webp", "png", null, 640, "#604a3b"];
  await db.query(
    `insert into assets (id, uid, kind, bytes, sha256, mime_type, format, original_filename, duration, gain, width,
       height, created_at, color)
     values ($1, $2, $3, 4200, $4, $5, $6, 'file', $7, null, $8, $8, $9, $10)`,
    [id, uid, kind, sha256, type, format, duration, side, clock.now, color],
  );
  return id;
}

/** The reply to an upload, as a client hands it on. */
export const uploadReply = (id: string) => ({
  public_id: id,
  secure_url: `/media/${id}`,
  url: `/media/${id}`,
  bytes: 1,
  format: "mp3",
  resource_type: "video",
  original_filename: "file",
  created_at: "2026-11-21T12:00:00.000Z",
});

interface SongValues {
  private?: boolean;
  title?: string;
  /** Url of its cover. */
  image?: string | null;
}

async function makeSong(
  server: TestServer,
  user: TestUser,
  { private: isPrivate = false, title = "Slow Tide", image = null }: SongValues = {},
): Promise<Song> {
  const song = { title, artist: "Ada", album: null, genre: "Ska", private: isPrivate };
  const metadata = uploadReply(await server.asset(user.uid));
  const reply = await server.call("POST", "/api/songs", user, {
    body: { song, metadata, image },
  });
  if (reply.status !== 201) throw new Error(`POST /songs answered ${reply.status}: ${reply.text}`);
  return reply.body.data;
}

async function makePlaylist(
  server: TestServer,
  user: TestUser,
  { private: isPrivate = false, title = "Shore", songs = [] }: PlaylistValues = {},
): Promise<Playlist> {
  const playlist = { title, description: "By the sea", private: isPrivate };
  let reply = await server.call("POST", "/api/playlists", user, { body: { playlist } });
  const id: unknown = reply.body?.data?._id;
  for (const song of songs) {
    if (reply.status >= 300) break;
    const body = { playlistId: id };
    reply = await server.call("PATCH", `/api/playlists/add/${song}`, user, { body });
  }
  if (reply.status >= 300) throw new Error(`A playlist: ${reply.status}: ${reply.text}`);
  return reply.body.data;
}
