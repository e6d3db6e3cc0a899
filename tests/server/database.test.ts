import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { LockedError, shareLock, takeLock } from "../../server/db/lock.ts";
import { migrate, MigrationError, migrations, splitStatements } from "../../server/db/migrate.ts";
import { prepare } from "../../server/db/migrate-and-index.ts";
import { retryConflicts } from "../../server/db/retry.ts";
import { findDelivery, listUnclaimed } from "../../server/media/asset-rows.ts";
import { claim } from "../../server/media/claim-upload.ts";
import { HttpProblem } from "../../server/http/problem.ts";
import { foldOldRows } from "../../server/search/fold-old-rows.ts";
import { createIds } from "../../server/lib/uuid.ts";
import { openEmptyDatabase, openTestDatabase, queryAs } from "../support/database.ts";

let db: Database;
beforeAll(async () => {
  db = await openEmptyDatabase();
});
afterAll(() => db.close());

/** The database of a release before this migration. */
async function openBefore(migration: string): Promise<Database> {
  const older = await openEmptyDatabase();
  await migrate(
    older,
    migrations.filter(({ name }) => name < migration),
  );
  return older;
}

describe("migrations", () => {
  const first = {
    name: "0001-a",
    sql: "-- a; comment;\ncreate table a (id text);\n\ncreate index a_id on a (id);\n",
  };
  const broken = { name: "0002-b", sql: "create table b (id text);\ncreate table a (id text);\n" };
  const second = {
    name: "0002-b",
    sql: "create table b (id text);\ninsert into b values ('x');\n",
  };

  test("run once, whole, and in order", async () => {
    await expect(migrate(db, [first, broken])).rejects.toThrow(/already exists/);
    // The first stands, of the second nothing does.
    expect(await db.query("select name from migrations")).toEqual([{ name: "0001-a" }]);
    expect(await migrate(db, [first, second])).toEqual(["0002-b"]);
    expect(await migrate(db, [first, second])).toEqual([]);
    expect(await db.query("select id from b")).toEqual([{ id: "x" }]);
  });

  const third = { name: "0003-c", sql: "create table c (id text);\ninsert into c values ('x');" };

  // PostgreSQL's names for a row, a table and a type that is there.
  test.each(["23505", "42P07", "42710"])("run where another server makes their tables just now: %s", async (code) => {
    const busy: Database = {
      ...db,
      query: async (sql, ...rest) => {
        if (sql.startsWith("create table if not exists")) throw Object.assign(new Error("It is there"), { code });
        return db.query(sql, ...rest);
      },
    };
    expect(await migrate(busy, [first, second, third])).toEqual(["0003-c"]);
    await db.query("drop table c");
    await db.query("delete from migrations where name = '0003-c'");
  });

  test("by two servers at once run once", async () => {
    const all = [first, second, third];
    const done = await Promise.all([migrate(db, all), migrate(db, all)]);
    expect(done.flat()).toEqual(["0003-c"]);
    expect(await db.query("select id from c")).toEqual([{ id: "x" }]);
    await db.query("drop table c");
    await db.query("delete from migrations where name = '0003-c'");
  });

  test("notice an edited or an unknown one", async () => {
    await expect(migrate(db, [first, { ...second, sql: `${second.sql} ` }])).rejects.toThrow(MigrationError);
    await expect(migrate(db, [first])).rejects.toThrow(/newer version/);
  });

  test("are followed by the indexes of searches, also where an older version made them", async () => {
    const own = await openTestDatabase();
    const read = async () => {
      const rows = await queryAs<{ index: string }>(
        own,
        `select relname || ' ' || reloptions::text as index from pg_class
         where relname like '%\\_search' order by 1`,
      );
      return rows.map(({ index }) => index);
    };
    const wanted = ["artists", "playlists", "songs"].map((of) => `${of}_search {fastupdate=off}`);
    expect(await read()).toEqual(wanted);
    await own.query("drop index artists_search");
    await own.query("alter index songs_search reset (fastupdate)");
    await prepare(own);
    expect(await read()).toEqual(wanted);
    await own.close();
  });

  test("of the product count what an older library holds", async () => {
    const older = await openEmptyDatabase();
    await migrate(older, migrations.slice(0, 2));
    await older.query("insert into users values ('ada', 'Ada', 'Page', 'x', true, false, null, 0)");
    await older.query(
      `insert into assets (id, uid, kind, bytes, sha256, mime_type, format, original_filename, created_at)
       values ('a', 'ada', 'audio', 1, '', '', '', '', 0)`,
    );
    await older.query(
      `insert into songs (id, owner, title, artist, genre, private, audio, duration, bytes, mime_type, position, created_at)
       values ('s', 'ada', 'Slow Tide', 'Ada', 'Ska', false, 'a', 1, 1, '', 0, 0)`,
    );
    await older.query("insert into likes values ('ada', 's', 0, 0)");
    await migrate(older);
    await foldOldRows(older);
    expect(await older.query("select likes, plays, folded_title from songs")).toEqual([
      { likes: 1, plays: 0, folded_title: "slow tide" },
    ]);
    expect(await older.query("select followers, folded_name from users")).toEqual([
      { followers: 0, folded_name: "ada page" },
    ]);
    await older.close();
  });

  test("fold nothing that another server has edited meanwhile", async () => {
    const shared = await openEmptyDatabase();
    await migrate(shared);
    await shared.query(
      "insert into users (uid, first_name, last_name, email, artist, newsletter, created_at) values ('ada', 'Ada', 'Page', 'x', true, false, 0)",
    );
    const query: Database["query"] = async (sql, params) => {
      const rows = await shared.query(sql, params);
      if (sql.startsWith("select uid"))
        await shared.query("update users set first_name = 'Bea', folded_name = 'bea page' where uid = 'ada'");
      return rows;
    };
    await foldOldRows({ ...shared, query });
    expect(await shared.query("select folded_name from users")).toEqual([{ folded_name: "bea page" }]);
    await shared.close();
  });

  test("are followed by the folding of old rows, many in one transaction", async () => {
    const older = await openTestDatabase();
    await older.query(
      "insert into users (uid, first_name, last_name, email, artist, newsletter, created_at) values ('ada', 'Ada', 'Page', 'x', true, false, 0)",
    );
    await older.query(
      `insert into playlists (id, owner, title, description, private, position, folded_title, created_at)
       select 'p' || n, 'ada', 'Tide ' || n, '', false, n, '', 0 from generate_series(1, 1500) n`,
    );
    let commits = 0;
    const transaction: Database["transaction"] = (work) => {
      commits++;
      return older.transaction(work);
    };
    const query: Database["query"] = (sql, params) => {
      if (sql.startsWith("update")) commits++;
      return older.query(sql, params);
    };
    await foldOldRows({ ...older, query, transaction });
    expect(commits).toBe(3);
    expect(await older.query("select count(*) as n from playlists where folded_title = 'tide ' || position")).toEqual([
      { n: 1500 },
    ]);
    await older.close();
  });

  test("of the product fold texts again that an older library folded in another way", async () => {
    const older = await openBefore("0018-fold-anew");
    await older.query(
      `insert into users (uid, first_name, last_name, email, artist, newsletter, created_at, folded_name)
       values ('ada', 'Ｂｅｔａ', 'Page', 'x', true, false, 0, 'ｂｅｔａ page')`,
    );
    for (const [id, title] of Object.entries({ wide: "ＳＬＯＷ", spaced: "Slow  Tide", usual: "Slow Tide" })) {
      await older.query(
        `insert into assets (id, uid, kind, bytes, sha256, mime_type, format, original_filename, created_at)
         values ($1, 'ada', 'audio', 1, '', '', '', '', 0)`,
        [id],
      );
      await older.query(
        `insert into songs (id, owner, title, artist, genre, private, audio, duration, bytes, mime_type, position,
           created_at, folded_title)
         values ($1, 'ada', $2, 'Ada', 'Ska', false, $1, 1, 1, '', 0, 0, $3)`,
        [id, title, title.toLowerCase()],
      );
    }
    await older.query(
      `insert into playlists (id, owner, title, description, private, position, folded_title, created_at)
       values ('p', 'ada', 'Two  Tides', '', false, 0, 'two  tides', 0)`,
    );
    await migrate(older);
    await foldOldRows(older);
    expect(await older.query("select id, folded_title from songs order by id")).toEqual([
      { id: "spaced", folded_title: "slow tide" },
      { id: "usual", folded_title: "slow tide" },
      { id: "wide", folded_title: "slow" },
    ]);
    expect(await older.query("select folded_title from playlists")).toEqual([{ folded_title: "two tides" }]);
    expect(await older.query("select folded_name from users")).toEqual([{ folded_name: "beta page" }]);
    await older.close();
  });

  test("of the product fold anew what an older library folded with a sharp s, or a dot behind an i", async () => {
    const older = await openBefore("0024-fold-capitals");
    await older.query(
      `insert into users (uid, first_name, last_name, email, artist, newsletter, created_at, folded_name)
       values ('ada', 'Große', 'Page', 'x', true, false, 0, 'große page')`,
    );
    await older.query(
      `insert into playlists (id, owner, title, description, private, position, folded_title, created_at)
       values ('p', 'ada', 'İstanbul', '', false, 0, E'i\\u0307stanbul', 0), ('q', 'ada', 'Plain', '', false, 1, 'as it was', 0)`,
    );
    await migrate(older);
    await foldOldRows(older);
    expect(await older.query("select folded_name from users")).toEqual([{ folded_name: "grosse page" }]);
    expect(await older.query("select folded_title from playlists order by id")).toEqual([
      { folded_title: "istanbul" },
      { folded_title: "as it was" },
    ]);
    await older.close();
  });

  test("of the product fold anew what an older library folded with two small sigmas, or letters in pieces", async () => {
    const older = await openBefore("0022-fold-sigma");
    await older.query(
      `insert into users (uid, first_name, last_name, email, artist, newsletter, created_at, folded_name)
       values ('ada', 'ΘΕΟΣ', 'Page', 'x', true, false, 0, 'θεος page')`,
    );
    for (const [id, title, folded] of [
      ["a", "ΦΩΣ", "φως"],
      ["b", "J\u030Cak", "j\u030Cak"],
      // As no folding makes it: to be seen to stay.
      ["c", "\u00C9lan", "\u00E9lan of before"],
    ])
      await older.query(
        `insert into playlists (id, owner, title, description, private, position, folded_title, created_at)
         values ($1, 'ada', $2, '', false, 0, $3, 0)`,
        [id, title, folded],
      );
    await migrate(older);
    await foldOldRows(older);
    expect(await older.query("select folded_title from playlists order by id")).toEqual([
      { folded_title: "φωσ" },
      { folded_title: "\u01F0ak" },
      { folded_title: "\u00E9lan of before" },
    ]);
    expect(await older.query("select folded_name from users")).toEqual([{ folded_name: "θεοσ page" }]);
    await older.close();
  });

  test("of the product forget gains that no music has, which an older library took from mistaken tags", async () => {
    const older = await openBefore("0015-loudness");
    await older.query(
      "insert into users (uid, first_name, last_name, email, artist, newsletter, created_at, folded_name) values ('ada', 'Ada', 'Page', 'x', true, false, 0, '')",
    );
    for (const [id, gain] of Object.entries({ loud: -11.5, wild: 64, none: Number.NaN, endless: "-Infinity" })) {
      await older.query(
        `insert into assets (id, uid, kind, bytes, sha256, mime_type, format, original_filename, created_at, gain)
         values ($1, 'ada', 'audio', 1, '', '', '', '', 0, $2)`,
        [id, gain],
      );
      await older.query(
        `insert into songs (id, owner, title, artist, genre, private, audio, duration, bytes, mime_type, position,
           created_at, folded_title, gain)
         values ($1, 'ada', 'Slow Tide', 'Ada', 'Ska', false, $1, 1, 1, '', 0, 0, '', $2)`,
        [id, gain],
      );
    }
    await migrate(older);
    for (const table of ["assets", "songs"])
      expect(await older.query(`select id, gain, peak from ${table} where gain is not null`)).toEqual([
        { id: "loud", gain: -11.5, peak: null },
      ]);
    await expect(older.query("update songs set peak = 2.5")).rejects.toThrow(/songs_loudness/);
    await older.close();
  });

  test("of the product tell a released file from a new one, as an older library did by its time", async () => {
    const released = "0012-released-assets";
    const older = await openBefore(released);
    for (const [id, claimedBy, createdAt] of [
      ["released", null, 0],
      ["new", null, 7],
      ["claimed", "ada", 7],
    ] as const)
      await older.query(
        `insert into assets (id, uid, kind, bytes, sha256, mime_type, format, original_filename, claimed_by, created_at)
         values ($1, 'ada', 'image', 1, '', '', '', '', $2, $3)`,
        [id, claimedBy, createdAt],
      );
    expect(await migrate(older)).toContain(released);
    const found = async (id: string) => (await findDelivery(older, id)) !== undefined;
    expect([await found("released"), await found("new"), await found("claimed")]).toEqual([false, true, true]);
    const claimOf = (id: string) => claim(older, { publicId: id, kind: "image", uid: "ada", by: "song" });
    await expect(claimOf("released")).rejects.toThrow(HttpProblem);
    // Both are listed: one since it is released, one since it is old, and no more than asked for.
    const list = (before: number, limit = 9, after = "") =>
      listUnclaimed(older, { before, sweptBefore: 0, after, limit });
    expect(await list(8)).toEqual(["new", "released"]);
    expect(await list(8, 1)).toEqual(["new"]);
    expect(await list(8, 1, "new")).toEqual(["released"]);
    expect(await list(7)).toEqual(["released"]);
    expect((await claimOf("new")).id).toBe("new");
    await older.close();
  });

  test("of the product are portable and split into statements", () => {
    expect(migrations.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name).sort());
    expect(migrations.length).toBeGreaterThan(0);
    for (const { name, sql } of migrations) {
      const code = sql.replace(/^\s*--.*$/gm, "");
      expect([name, /\b(serial|bigserial|trigger|deferrable|advisory|listen|notify)\b/i.test(code)]).toEqual([
        name,
        false,
      ]);
      expect(splitStatements(sql).length).toBe(code.match(/;\s*$/gm)?.length);
    }
  });
});

/** Both engines must give back the same. */
describe("values", () => {
  test.each([
    ["text", 'Smörgåsbord 🎵 "quoted"'],
    ["bigint", 0],
    ["bigint", -7],
    ["bigint", Number.MAX_SAFE_INTEGER],
    ["bigint", 9_223_372_036_854_775_807n],
    ["double precision", 183.5],
    ["double precision", 0.1],
    ["integer", -2_147_483_648],
    ["boolean", true],
    ["boolean", false],
    ["numeric", "12.50"],
    ["json", { songs: ["a", null, 1.5], nested: { no: false } }],
  ])("of the type %s come back as they are: %s", async (type, value) => {
    const given = type === "json" ? JSON.stringify(value) : value;
    const rows = await db.query(`select $1::${type} as value, null::${type} as nothing`, [given]);
    expect(rows).toEqual([{ value, nothing: null }]);
  });

  test("are of no other types in the product", async () => {
    const product = await openTestDatabase();
    const rows = await queryAs<{ type: string }>(
      product,
      "select distinct data_type as type from information_schema.columns where table_schema = 'public' order by 1",
    );
    await product.close();
    expect(rows.map(({ type }) => type)).toEqual(["bigint", "boolean", "double precision", "integer", "text"]);
  });

  test("of counts and sums are what statements say they are", async () => {
    expect(
      await db.query(
        `select count(*) as n, sum(x) as sum, sum(x)::bigint as whole, json_agg(x order by x) as list,
           extract(epoch from timestamptz 'epoch')::integer as zero
         from (values (1::bigint), (2)) v (x)`,
      ),
    ).toEqual([{ n: 2, sum: "3", whole: 3, list: [1, 2], zero: 0 }]);
  });
});

describe("transactions", () => {
  beforeEach(async () => {
    await db.query("create table if not exists t (n integer)");
    await db.query("delete from t");
  });
  const numbers = async () => (await queryAs<{ n: number }>(db, "select n from t order by n")).map(({ n }) => n);

  test("take effect whole or not at all", async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.query("insert into t values (1)");
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await numbers()).toEqual([]);
    expect(await db.transaction(async (tx) => (await tx.query("insert into t values (2) returning n"))[0])).toEqual({
      n: 2,
    });
  });

  test("do not mix with statements and transactions beside them", async () => {
    const step = () => new Promise((resolve) => setTimeout(resolve, 5));
    const failing = db
      .transaction(async (tx) => {
        await tx.query("insert into t values (1)");
        await step();
        throw new Error("no");
      })
      .catch(() => {});
    const beside = db.query("insert into t values (2)");
    const other = db.transaction(async (tx) => {
      await tx.query("insert into t values (3)");
      await step();
    });
    await Promise.all([failing, beside, other]);
    expect(await numbers()).toEqual([2, 3]);
  });

  test("are not committed over a failed statement, caught or not", async () => {
    const careless = db.transaction(async (tx) => {
      await tx.query("insert into t values (1)");
      await tx.query("insert into nowhere values (1)").catch(() => {});
      return "done";
    });
    await expect(careless).rejects.toThrow(/nowhere/);
    expect(await numbers()).toEqual([]);
  });

  test("refuse a query around them instead of waiting for ever", async () => {
    await expect(db.transaction(() => db.query("select 1"))).rejects.toThrow(/through the transaction/);
    await expect(db.transaction(() => db.transaction(async () => 1))).rejects.toThrow(/through the transaction/);
    expect(await db.query("select 1 as n")).toEqual([{ n: 1 }]);
  });

  test("take no statement after their end", async () => {
    const tx = await db.transaction(async (inner) => inner);
    await expect(tx.query("insert into t values (9)")).rejects.toThrow(/has ended/);
  });

  test("run again after a conflict, and only then", async () => {
    let runs = 0;
    const conflict = Object.assign(new Error("conflict"), { code: "40001" });
    const result = await retryConflicts(async () => {
      if (++runs < 3) throw conflict;
      return "done";
    });
    expect([result, runs]).toEqual(["done", 3]);
    runs = 0;
    const other = retryConflicts(async () => {
      runs++;
      throw Object.assign(new Error("duplicate"), { code: "23505" });
    });
    await expect(other).rejects.toThrow("duplicate");
    expect(runs).toBe(1);
  });
});

describe("the lock", () => {
  let directory: string;
  let path: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "offbeat-lock-"));
    path = join(directory, "lock");
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  /** What this process would write, made to look like another's. */
  async function holder(change: object) {
    const lock = await takeLock(path);
    const mine = JSON.parse(await readFile(path, "utf8"));
    await lock.release();
    return { ...mine, ...change };
  }

  test("is one, is given back, and leaves nothing behind", async () => {
    const lock = await takeLock(path);
    expect(JSON.parse(await readFile(path, "utf8")).pid).toBe(process.pid);
    await lock.release();
    expect(await readdir(directory)).toEqual([]);
  });

  test("of a live process is refused", async () => {
    const parent = await holder({ pid: process.ppid, startedAt: null });
    await writeFile(path, JSON.stringify(parent));
    await expect(takeLock(path)).rejects.toThrow(LockedError);
    expect(await readdir(directory)).toEqual(["lock"]);
  });

  test.each([
    ["of a process that is gone", { pid: 4_194_303 }],
    ["of an earlier process with the same number", { pid: process.ppid, startedAt: "other-boot 1" }],
    ["of this very process", {}],
  ])("%s is taken over", async (_, change) => {
    await writeFile(path, JSON.stringify(await holder(change)));
    const lock = await takeLock(path);
    expect(JSON.parse(await readFile(path, "utf8")).pid).toBe(process.pid);
    await lock.release();
    expect(await readdir(directory)).toEqual([]);
  });

  // As in two containers with one host name (`network_mode: host`): each has its own numbers of processes.
  describe("in another space of processes", () => {
    const endedProcess = async () => {
      const child = spawn("true");
      await once(child, "exit");
      return child.pid;
    };
    /** Locks of a server that touches them every so many milliseconds. Returns what ends it. */
    async function hold(names: string[], everyMs: number): Promise<() => void> {
      const holder = JSON.stringify({ pid: await endedProcess(), startedAt: null, host: hostname(), space: "pid:[1]" });
      for (const name of names) await writeFile(name, holder);
      const touch = () => names.forEach((name) => void utimes(name, new Date(), new Date()).catch(() => {}));
      const touching = setInterval(touch, everyMs);
      onTestFinished(() => clearInterval(touching));
      return () => clearInterval(touching);
    }

    test("of a live server is refused, also if it comes late, and taken over once it is gone", async () => {
      const end = await hold([path], 8_000);
      await expect(takeLock(path)).rejects.toThrow(LockedError);
      end();
      const longAgo = new Date(Date.now() - 19_000);
      await utimes(path, longAgo, longAgo);
      await (await takeLock(path)).release();
      expect(await readdir(directory)).toEqual([]);
    }, 30_000);

    test("shared by several servers makes a start wait for all of them at once", async () => {
      const library = randomUUID();
      await hold(
        ["a", "b", "c", "d"].map((one) => join(directory, `lock-${library}-01234567890${one}`)),
        3_000,
      );
      const began = performance.now();
      const lock = await shareLock(path, library);
      expect(performance.now() - began).toBeLessThan(8_000);
      await lock.release();
      expect(await readdir(directory)).toHaveLength(4);
    }, 30_000);
  });

  test("of a process that has ended, but that nobody has asked about, is taken over", async () => {
    // The shell becomes a program that never asks about its children.
    const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"]);
    const [line] = await once(parent.stdout, "data");
    const pid = Number(String(line));
    // Before that it may still ask.
    await expect.poll(() => readFile(`/proc/${parent.pid}/comm`, "utf8")).toBe("sleep\n");
    process.kill(pid, "SIGKILL");
    await expect.poll(() => readFile(`/proc/${pid}/stat`, "utf8")).toContain(" Z ");
    await writeFile(path, JSON.stringify(await holder({ pid, startedAt: null })));
    await (await takeLock(path)).release();
    parent.kill("SIGKILL");
  });

  test("is taken with the drafts of killed starts out of the way, and of nobody else", async () => {
    const minuteAgo = new Date(Date.now() - 61_000);
    const names = ["lock.0123456789ab", "lock.ba9876543210", "lock.notes", "other.0123456789ab"];
    for (const name of names) await writeFile(join(directory, name), "");
    for (const name of names.filter((one) => one !== "lock.ba9876543210"))
      await utimes(join(directory, name), minuteAgo, minuteAgo);
    const lock = await takeLock(path);
    await lock.release();
    // A start that is under way needs the young one.
    expect((await readdir(directory)).sort()).toEqual(names.slice(1));
  });

  describe("that servers of one database share", () => {
    const [library, another] = [randomUUID(), randomUUID()];
    /** What a live server of the library would have written. */
    const beside = async (of: string) => {
      const name = `lock-${of}-0123456789ab`;
      await writeFile(join(directory, name), JSON.stringify(await holder({ pid: process.ppid, startedAt: null })));
      return name;
    };

    test("is each one's for itself, and leaves nothing behind", async () => {
      const name = await beside(library);
      const lock = await shareLock(path, library);
      expect(await readdir(directory)).toHaveLength(2);
      await lock.release();
      expect(await readdir(directory)).toEqual([name]);
    });

    test("is refused to a server of another database, and to one that wants it alone", async () => {
      const name = await beside(another);
      await expect(shareLock(path, library)).rejects.toThrow(/with another database$/);
      await expect(takeLock(path)).rejects.toThrow(/with another database$/);
      expect(await readdir(directory)).toEqual([name]);
    });

    test("is refused beside a server that has it alone", async () => {
      await writeFile(path, JSON.stringify(await holder({ pid: process.ppid, startedAt: null })));
      await expect(shareLock(path, library)).rejects.toThrow(LockedError);
      expect(await readdir(directory)).toEqual(["lock"]);
    });

    test("is cleared of killed servers and of their drafts", async () => {
      const gone = JSON.stringify(await holder({ pid: 4_194_303 }));
      for (const of of [library, another]) await writeFile(join(directory, `lock-${of}-0123456789ab`), gone);
      const draft = join(directory, `lock-${library}-0123456789ab.ba9876543210`);
      await writeFile(draft, "");
      const minuteAgo = new Date(Date.now() - 61_000);
      await utimes(draft, minuteAgo, minuteAgo);
      await (await shareLock(path, library)).release();
      expect(await readdir(directory)).toEqual([]);
    });
  });

  test("that holds nonsense is taken over", async () => {
    await writeFile(path, "");
    const lock = await takeLock(path);
    expect(JSON.parse(await readFile(path, "utf8")).pid).toBe(process.pid);
    await lock.release();
  });

  test("of another machine holds while it is touched", async () => {
    await writeFile(path, JSON.stringify(await holder({ host: "elsewhere", pid: 1 })));
    await expect(takeLock(path)).rejects.toThrow(LockedError);
    const earlier = new Date(Date.now() - 60_000);
    await utimes(path, earlier, earlier);
    await (await takeLock(path)).release();
  });

  test(
    "of another machine that is gone is taken over also where the clock was set back since",
    {
      timeout: 30_000,
    },
    async () => {
      await writeFile(path, JSON.stringify(await holder({ host: "elsewhere", pid: 1 })));
      const ahead = new Date(Date.now() + 3_600_000);
      await utimes(path, ahead, ahead);
      await (await takeLock(path)).release();
      expect(await readdir(directory)).toEqual([]);
    },
  );

  test("of another machine whose clock is ahead holds while it is touched", { timeout: 30_000 }, async () => {
    const text = JSON.stringify(await holder({ host: "elsewhere", pid: 1 }));
    await writeFile(path, text);
    const beat = () => utimes(path, new Date(), new Date(Date.now() + 60_000)).catch(() => {});
    await beat();
    const timer = setInterval(() => void beat(), 1_000);
    onTestFinished(() => clearInterval(timer));
    await expect(takeLock(path)).rejects.toThrow(LockedError);
    expect(await readFile(path, "utf8")).toBe(text);
  });

  test("that another machine took over from a suspended server stays when that one ends", async () => {
    const suspended = await takeLock(path);
    const taken = JSON.stringify({ host: "elsewhere", pid: 1, startedAt: null });
    await rm(path);
    await writeFile(path, taken);
    await suspended.release();
    expect(await readFile(path, "utf8")).toBe(taken);
  });
});

test("ids are UUIDv7 that grow, also when the clock stands or goes back", () => {
  let now = 1_700_000_000_000;
  const newId = createIds(() => now);
  const ids = Array.from({ length: 10_000 }, (_, i) => {
    if (i === 5_000) now -= 1000;
    return newId();
  });
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids[0]).toMatch(/^018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
