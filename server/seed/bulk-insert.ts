/** Inserts rows and files in bulk. */
import type { Database } from "../db/database.ts";
import type { FileCopy, Through } from "../media/storage.ts";

/** Columns with their types in JSON; a table comes after those it refers to. */
const columns = {
  accounts:
    "uid text, email text, password_hash text, email_verified boolean, valid_since bigint, disabled boolean, created_at bigint",
  assets:
    "id text, uid text, kind text, bytes bigint, sha256 text, mime_type text, format text, original_filename text, duration double precision, gain double precision, peak double precision, width integer, height integer, color text, claimed_by text, created_at bigint",
  users:
    "uid text, first_name text, last_name text, email text, artist boolean, newsletter boolean, profile_image text, created_at bigint, folded_name text",
  user_follows: "uid text, followed text, position bigint, created_at bigint",
  count_changes: "id text, kind text, subject text, change bigint",
  songs:
    "id text, owner text, title text, artist text, album text, genre text, private boolean, image text, audio text, duration double precision, bytes bigint, sha256 text, mime_type text, gain double precision, peak double precision, position bigint, created_at bigint, folded_title text, likes bigint, plays bigint",
  likes: "uid text, song_id text, position bigint, created_at bigint",
  plays: "uid text, song_id text, played_at bigint, arrived_day integer",
  playlists:
    "id text, owner text, title text, description text, genre text, private boolean, image text, position bigint, followers bigint, folded_title text, created_at bigint",
  playlist_songs: "playlist_id text, song_id text, position bigint",
  playlist_follows: "uid text, playlist_id text, position bigint, created_at bigint",
} as const;

type Table = keyof typeof columns;
type Row = Record<string, string | number | boolean | null>;

export interface Batch {
  add(table: Table, row: Row): void;
  copyFile(copy: FileCopy): void;
  /** Writes the batch, files first, so that no song lacks its audio. */
  write(): Promise<void>;
  /** Writes a full batch; smaller transactions would be slower, larger ones would block others. */
  writeIfFull(): Promise<void>;
}

const batchSize = 5_000;

export function createBatch(db: Database, intake: Through): Batch {
  let rows = new Map<Table, Row[]>();
  let files: FileCopy[] = [];
  let size = 0;

  async function write(): Promise<void> {
    await intake.copyAll(files);
    await db.transaction(async (tx) => {
      // `columns` has no other keys than tables.
      for (const table of Object.keys(columns) as Table[]) {
        const some = rows.get(table);
        if (some) await tx.query(insertInto(table), [JSON.stringify(some)]);
      }
    });
    rows = new Map();
    files = [];
    size = 0;
  }

  return {
    add(table, row) {
      const present = rows.get(table);
      if (present) present.push(row);
      else rows.set(table, [row]);
      size++;
    },
    copyFile: (copy) => void files.push(copy),
    write,
    writeIfFull: () => (size < batchSize ? Promise.resolve() : write()),
  };
}

function insertInto(table: Table): string {
  const names = columns[table]
    .split(", ")
    .map((column) => column.split(" ")[0])
    .join(", ");
  return `insert into ${table} (${names}) select ${names} from json_to_recordset($1::json) as given(${columns[table]})`;
}
