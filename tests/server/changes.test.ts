/** The change stream (specification 17.57). Who may open it: security-matrix.test.ts. */
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { pageHeader } from "../../contract/change-stream.ts";
import { removeAccount } from "../../server/identity/sessions.ts";
import { issueIdToken } from "../../server/identity/tokens.ts";
import { openChangeStream, type TestStream } from "../support/change-stream.ts";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";

let server: TestServer;
let origin: string;
const opened: TestStream[] = [];

beforeAll(async () => {
  server = await createTestServer();
  origin = await server.app.listen({ port: 0 });
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});
afterAll(() => server.close());

async function open(user: TestUser, page?: string): Promise<TestStream> {
  const stream = await openChangeStream(origin, user.token, page);
  opened.push(stream);
  return stream;
}

/** Somebody with a song, who made no change lately. */
async function publisher() {
  const ada = await server.user({ artist: true });
  const { _id: song } = await server.song(ada);
  server.clock.now += 61_000;
  const like = (page?: string) =>
    server.call("PATCH", `/api/songs/like/${song}`, ada, { body: {}, headers: page ? { [pageHeader]: page } : {} });
  return { ...ada, song, like };
}

test("announces a write to the account's other pages, and says nothing else", async () => {
  const [ada, bob] = [await publisher(), await server.user()];
  const [phone, laptop, other] = [await open(ada, "phone"), await open(ada, "laptop"), await open(bob)];
  expect([phone.status, phone.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  expect(phone.headers.get("cache-control")).toBe("private, no-store");
  const heard: string[] = [];
  void phone.next().then(() => heard.push("phone"));
  void other.next().then(() => heard.push("bob"));
  expect((await ada.like("phone")).status).toBe(200);
  expect(await laptop.next()).toBe("data: changed");
  // Nothing for its own page, nor for anybody else; what another page does comes through.
  expect(heard).toEqual([]);
  expect((await ada.like("laptop")).status).toBe(200);
  await expect.poll(() => heard).toEqual(["phone"]);
});

test("begins with a change that another page has just made", async () => {
  const ada = await publisher();
  expect((await ada.like()).status).toBe(200);
  expect(await (await open(ada, "laptop")).next()).toBe("data: changed");
});

test("says nothing of a refused write, of a play and of a question", async () => {
  const ada = await publisher();
  const stream = await open(ada);
  const events: (string | undefined)[] = [];
  void stream.next().then((event) => events.push(event));
  expect((await server.call("PATCH", `/api/songs/played/${ada.song}`, ada, { body: {} })).status).toBe(204);
  expect((await server.call("PATCH", `/api/songs/${ada.song}`, ada, { body: {} })).status).toBe(422);
  // Two pages that ask at each change would else ask for ever.
  expect((await server.call("PUT", "/api/playlists/top", ada, { body: { songList: [ada.song] } })).status).toBe(200);
  // An event of these would be before that of another device's stream, which is opened later.
  const later = await open(ada, "later");
  expect((await ada.like("a-page")).status).toBe(200);
  expect(await later.next()).toBe("data: changed");
  expect(events).toEqual([]);
});

test("an account has ten at once; one that is closed makes room", async () => {
  const ada = await server.user();
  const streams = [];
  for (let count = 0; count < 10; count += 1) streams.push(await open(ada, `page-${count}`));
  const refused = await open(ada);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect((await open(await server.user())).status).toBe(200);
  streams[0]?.close();
  await expect.poll(async () => (await open(ada)).status).toBe(200);
});

test("an address has as many as sixty people need, and leaves the others' alone", { timeout: 60_000 }, async () => {
  const crowded = await createTestServer({ env: { TRUST_PROXY: "127.0.0.1" } });
  onTestFinished(() => crowded.close());
  const url = await crowded.app.listen({ port: 0 });
  let stopped = new AbortController();
  const from = (address: string, { token }: TestUser, page = 0) =>
    fetch(`${url}/api/changes?page=p${page}`, {
      headers: { authorization: `Bearer ${token}`, "x-forwarded-for": address },
      signal: stopped.signal,
    });
  for (let person = 0; person < 60; person += 1) {
    const user = await crowded.user();
    const pages = await Promise.all(Array.from({ length: 10 }, (_, page) => from("203.0.113.7", user, page)));
    expect(pages.every(({ status }) => status === 200)).toBe(true);
  }
  const another = await crowded.user();
  const refused = await from("203.0.113.7", another);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  await refused.text();
  expect((await from("203.0.113.8", another)).status).toBe(200);
  stopped.abort();
  stopped = new AbortController();
  const again = async () => {
    const reply = await from("203.0.113.7", another);
    if (reply.status !== 200) await reply.text();
    return reply.status;
  };
  await expect.poll(again).toBe(200);
  stopped.abort();
});

// 16.11
test("a sign-in that has ended hears of no change: its stream ends", async () => {
  const ada = await publisher();
  const old = await open(ada, "phone");
  const since = Math.floor(server.clock.now / 1_000) + 1;
  await server.db.query("update accounts set valid_since = $2 where uid = $1", [ada.uid, since]);
  server.identity.standings.forget(ada.uid);
  const subject = {
    uid: ada.uid,
    email: ada.email,
    emailVerified: false,
    authTime: since,
    provider: "password",
  } as const;
  const laptop = { ...ada, token: await issueIdToken(server.identity, subject) };
  const heard = await open(laptop, "laptop");
  expect((await server.call("PATCH", `/api/songs/like/${ada.song}`, laptop, { body: {} })).status).toBe(200);
  expect(await heard.next()).toBe("data: changed");
  expect(await old.next()).toBeUndefined();
  expect((await open(ada, "phone")).status).toBe(401);
});

// 2.27
test.each(["a change", "a deletion", "the operator"])(
  "%s that ends sign-ins ends their streams at once; one made after it stands",
  async (by) => {
    const ada = await server.user();
    await server.db.query("update accounts set password_hash = 'x' where uid = $1", [ada.uid]);
    const streams = [await open(ada, "phone"), await open(ada, "laptop"), await open(await server.user())] as const;
    const heard: string[] = [];
    void streams[2].next().then(() => heard.push("somebody else"));
    const accounts = (operation: string, body: object) =>
      server.call("POST", `/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=offbeat`, null, { body });
    let token: unknown;
    if (by === "the operator") await removeAccount(server, ada);
    else {
      const operation = by === "a change" ? "update" : "delete";
      const reply = await accounts(operation, { idToken: ada.token, password: "Another!1horse" });
      expect(reply.status).toBe(200);
      token = reply.body.idToken;
    }
    expect(await Promise.all([streams[0].next(), streams[1].next()])).toEqual([undefined, undefined]);
    if (typeof token === "string") expect((await open({ ...ada, token }, "phone")).status).toBe(200);
    expect(heard).toEqual([]);
  },
);

test("a stopping server ends its streams", async () => {
  const other = await createTestServer();
  const stream = await openChangeStream(await other.app.listen({ port: 0 }), (await other.user()).token);
  const end = stream.next();
  await other.close();
  expect(await end).toBeUndefined();
});

test("a stream whose reader is looked up while the server stops does not hold it up", async () => {
  const stopping = await createTestServer();
  const { port } = new URL(await stopping.app.listen({ port: 0 }));
  const ada = await stopping.user();
  const { query } = stopping.db;
  let isAsked = false;
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  stopping.db.query = async (sql, params) => {
    if (sql.includes("from users where uid = $1")) {
      isAsked = true;
      await held;
    }
    return query.call(stopping.db, sql, params);
  };
  const client = connect(Number(port), "127.0.0.1");
  client.on("error", () => {});
  const head = ["Host: x", `Authorization: Bearer ${ada.token}`, "Connection: close"];
  client.write(["GET /api/changes?page=p HTTP/1.1", ...head, "", ""].join("\r\n"));
  await expect.poll(() => isAsked).toBe(true);
  let isClosed = false;
  const closed = stopping.close().then(() => (isClosed = true));
  setTimeout(goOn, 100);
  await expect.poll(() => isClosed, { timeout: 5_000 }).toBe(true);
  client.destroy();
  await closed;
});
