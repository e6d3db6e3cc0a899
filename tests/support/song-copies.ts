/** A library with thousands of songs, made in the database: by calls it would take minutes. */
import { openDatabase } from "./data-directory.ts";
import { queryAs } from "./database.ts";

/** In SQL: the id of the copy number n. */
const copyId = "'01000000-0000-7000-8000-' || substr(md5(n::text), 1, 12)";

/** Makes songs named "Copy 1" and so on, which the user likes and nothing else, the first one most lately. */
export async function likeCopies(dataDir: string, { email, count }: { email: string; count: number }): Promise<void> {
  const db = await openDatabase(dataDir);
  const columnsOf = async (table: string) =>
    (
      await queryAs<{ name: string }>(
        db,
        "select column_name as name from information_schema.columns where table_name = $1",
        [table],
      )
    ).map(({ name }) => name);
  const copy = async (table: string, changed: Record<string, string>, where: string) => {
    const columns = await columnsOf(table);
    await db.query(
      `insert into ${table} (${columns.join()})
       select ${columns.map((name) => changed[name] ?? `t.${name}`).join()}
       from ${table} t, generate_series(1, ${count}) n where ${where}`,
    );
  };
  const [song] = await queryAs<{ id: string; audio: string }>(
    db,
    "select id, audio from songs where not private limit 1",
  );
  await copy("assets", { id: "substr(t.id, 1, 16) || lpad(n::text, 6, '0')" }, `t.id = '${song?.audio}'`);
  await copy(
    "songs",
    {
      id: copyId,
      title: "'Copy ' || n",
      audio: "substr(t.audio, 1, 16) || lpad(n::text, 6, '0')",
    },
    `t.id = '${song?.id}'`,
  );
  const [user] = await queryAs<{ uid: string }>(db, "select uid from users where email = $1", [email]);
  await db.query("delete from likes where uid = $1", [user?.uid]);
  await db.query(
    `insert into likes (uid, song_id, position, created_at)
     select $1, ${copyId}, n - 1000000, 0 from generate_series(1, ${count}) n`,
    [user?.uid],
  );
  await db.close();
}
