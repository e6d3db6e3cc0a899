/** Answers are given again only while nobody has written anything (specification 11.14). */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createKeptAnswers } from "../../server/http/kept-answers.ts";
import { createTestServer, type TestServer, type TestUser } from "../support/server.ts";

let it: TestServer;
let ada: TestUser;
let bob: TestUser;
let song: string;
beforeAll(async () => {
  it = await createTestServer();
  ada = await it.user({ artist: true });
  bob = await it.user();
  song = (await it.song(ada))._id;
});
afterAll(() => it.close());
beforeEach(() => {
  // Nothing of the test before.
  it.clock.now += 60_000;
});

const list = "/api/songs/public-songs?limit=10";
const read = (user: TestUser) => it.call("GET", list, user);
const songIn = async (user: TestUser) => (await read(user)).body.data[0];

/** Reads until the answer is one that is kept. */
async function warm(user: TestUser): Promise<void> {
  for (let time = 0; time < 3; time += 1) await read(user);
}

/** Statements of one reading. */
async function statementsOf(user: TestUser): Promise<string[]> {
  const query = vi.spyOn(it.db, "query");
  try {
    await read(user);
    return query.mock.calls.map(([sql]) => sql);
  } finally {
    query.mockRestore();
  }
}

const onlyLook = [expect.stringContaining("pg_current_snapshot")];

test("an answer is given again, tag and all, after one look at the state", async () => {
  // Where tests share a PostgreSQL, others write to it meanwhile.
  const statements = async () => {
    await warm(ada);
    return statementsOf(ada);
  };
  await expect.poll(statements, { timeout: 20_000 }).toEqual(onlyLook);
  const [one, other] = [await read(ada), await read(ada)];
  expect(other.text).toBe(one.text);
  expect(other.headers["etag"]).toBe(one.headers["etag"]);
  const { status } = await it.call("GET", list, ada, {
    headers: { "if-none-match": String(one.headers["etag"]) },
  });
  expect(status).toBe(304);
});

test("an answer that is asked for once is not looked after", async () => {
  const statements = await statementsOf(bob);
  expect(statements.join()).not.toContain("pg_current_snapshot");
});

test("each user gets their own", async () => {
  await it.call("PATCH", `/api/songs/like/${song}`, bob, { body: {} });
  await warm(ada);
  await warm(bob);
  expect((await songIn(bob)).liked).toBe(true);
  expect((await songIn(ada)).liked).toBe(false);
});

test("what is written here counts at once", async () => {
  await it.call("PATCH", `/api/songs/cancel-like/${song}`, bob, { body: {} });
  for (const [path, likes] of [
    ["like", 1],
    ["cancel-like", 0],
    ["like", 1],
  ] as const) {
    await warm(ada);
    await it.call("PATCH", `/api/songs/${path}/${song}`, bob, { body: {} });
    expect((await songIn(ada)).likes).toBe(likes);
    await warm(ada);
    expect((await songIn(ada)).likes).toBe(likes);
  }
});

test("what another server writes, or a hand, counts at once", async () => {
  const other = await it.beside();
  await warm(ada);
  await other.call("PATCH", `/api/songs/cancel-like/${song}`, bob, { body: {} });
  expect((await songIn(ada)).likes).toBe(0);
  await warm(ada);
  await it.db.query("update songs set title = 'Ebb' where id = $1", [song]);
  expect((await songIn(ada)).title).toBe("Ebb");
  await other.close();
});

test("what is rolled back was never there", async () => {
  await warm(ada);
  const failed = it.db.transaction(async (tx) => {
    await tx.query("update songs set title = 'Never' where id = $1", [song]);
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  await warm(ada);
  expect((await songIn(ada)).title).toBe("Ebb");
});

test("an answer is not given again for longer than addresses in it stand", async () => {
  await warm(ada);
  it.clock.now += 31_000;
  const statements = await statementsOf(ada);
  expect(statements.join()).toContain("from songs");
});

test("of a state that changed while it was read an answer says nothing", async () => {
  let state = 1;
  const db = { query: async <Row>() => [{ state: String(state) } as Row] };
  const kept = createKeptAnswers(db, () => 0);
  let body = "old";
  const reading = async () => {
    const answer = { status: 200, body };
    // Somebody commits between the look and the end of the reading.
    state += 1;
    body = `state ${state}`;
    return answer;
  };
  for (let time = 0; time < 5; time += 1) {
    const wanted = body;
    expect((await kept.answer("a", reading)).body).toBe(wanted);
  }
});

test("who comes while a look is under way waits for one that began after", async () => {
  const looks: ((rows: unknown[]) => void)[] = [];
  const db = {
    query: <Row>() => new Promise<Row[]>((resolve) => looks.push(resolve as () => void)), // what it resolves with is of one kind
  };
  const kept = createKeptAnswers(db, () => 0);
  let body = "first";
  const ask = () => kept.answer("a", async () => ({ status: 200, body }));
  await ask();
  const early = ask();
  body = "second";
  const late = [ask(), ask()];
  expect(looks).toHaveLength(1);
  looks[0]?.([{ state: "1" }]);
  await early;
  await vi.waitFor(() => expect(looks).toHaveLength(2));
  looks[1]?.([{ state: "2" }]);
  expect((await Promise.all(late)).map((answer) => answer.body)).toEqual(["second", "second"]);
  expect(looks).toHaveLength(2);
});

test.each([
  ["fails", () => Promise.reject(new Error("no"))],
  ["hangs", () => new Promise<never>(() => {})],
])("where the look %s the answer is read", async (_, query) => {
  const kept = createKeptAnswers({ query }, () => 0);
  let readings = 0;
  const ask = () => kept.answer("a", async () => ({ status: 200, body: `${++readings}` }));
  await ask();
  const answers = await Promise.all([ask(), ask()]);
  expect(answers.map((answer) => answer.body)).toEqual(["2", "3"]);
});

test("what is asked for again and again stays, however much is asked for once", async () => {
  const db = { query: async <Row>() => [{ state: "1" } as Row] };
  const kept = createKeptAnswers(db, () => 0);
  let readings = 0;
  const ask = (key: string) =>
    kept.answer(key, async () => {
      readings += 1;
      return { status: 200, body: "" };
    });
  await ask("hot");
  await ask("hot");
  for (let n = 0; n < 3_000; n += 1) {
    await ask("hot");
    await ask(`${n}`);
  }
  expect(readings).toBe(2 + 3_000);
});

test("what is too long to be kept costs no more looks", async () => {
  let looks = 0;
  const db = { query: async <Row>() => [{ state: `${(looks += 1)}` } as Row] };
  const kept = createKeptAnswers(db, () => 0);
  const body = "x".repeat(300_000);
  for (let n = 0; n < 7; n += 1) await kept.answer("a", async () => ({ status: 200, body }));
  expect(looks).toBe(1);
});

test("little is kept of much that is read", async () => {
  const db = { query: async <Row>() => [{ state: "1" } as Row] };
  const kept = createKeptAnswers(db, () => 0);
  let readings = 0;
  const long = "x".repeat(200_000);
  const ask = (key: string, body = long) =>
    kept.answer(key, async () => {
      readings += 1;
      return { status: 200, body };
    });
  const readAgain = async (key: string, body?: string) => {
    const before = readings;
    await ask(key, body);
    return readings > before;
  };
  for (let round = 0; round < 2; round += 1) await ask("first");
  expect(await readAgain("first")).toBe(false);
  for (let n = 0; n < 100; n += 1) for (let round = 0; round < 2; round += 1) await ask(`${n}`);
  expect(await readAgain("first")).toBe(true);
  expect(await readAgain("99")).toBe(false);
  for (let round = 0; round < 3; round += 1) await ask("longer", long + long);
  expect(await readAgain("longer", long + long)).toBe(true);
});
