/**
 * A fake database connection with two in-memory tables, below the real serial queue, transactions and retries. It supports
 * the statements of `idempotency.ts`, and `effect` for a test's own writes.
 */
import { createSerialQueue, type Connection } from "../../server/db/serial-queue.ts";

interface Tables {
  answers: ReadonlyMap<string, Record<string, unknown>>;
  effects: readonly unknown[];
}

export const effect = "insert into effects (name) values ($1)";

export function createMemoryEngine() {
  let tables: Tables = { answers: new Map(), effects: [] };
  let committed = tables;
  /** Transaction boundaries; tests push their own entries. */
  const log: string[] = [];
  let conflict = false;

  function run(sql: string, params: readonly unknown[]): Record<string, unknown>[] {
    const id = JSON.stringify(params.slice(0, 2));
    const row = tables.answers.get(id);
    const write = (changed: Record<string, unknown>) => {
      tables = { ...tables, answers: new Map([...tables.answers, [id, { ...row, ...changed }]]) };
    };
    if (sql === "begin") log.push(sql);
    else if (sql === "rollback") {
      log.push(sql);
      tables = committed;
    } else if (sql === "commit") {
      if (conflict) {
        conflict = false;
        throw Object.assign(new Error("could not serialize access"), { code: "40001" });
      }
      log.push(sql);
      committed = tables;
    } else if (sql === effect) tables = { ...tables, effects: [...tables.effects, params[0]] };
    else if (sql.startsWith("insert into idempotency")) {
      if (row) return [];
      const [, key, method, path, body_hash, created_at] = params;
      write({ method, path, body_hash, status: 0, answer: null, created_at });
      return [{ key }];
    } else if (sql.startsWith("update idempotency")) write({ status: params[2], answer: params[3] });
    else if (/^select .* from idempotency/.test(sql)) return row ? [row] : [];
    else throw new Error(`Unsupported statement: ${sql}`);
    return [];
  }

  const connection: Connection = {
    // The caller names the row type, as with every engine.
    query: async <Row>(sql: string, params: readonly unknown[] = []) => run(sql, params) as Row[],
    close: async () => {},
  };
  return {
    db: createSerialQueue(connection),
    log,
    /** Makes the next commit fail with a serialization conflict. */
    failNextCommit: () => void (conflict = true),
    /** The committed effects. */
    effects: () => committed.effects,
  };
}
