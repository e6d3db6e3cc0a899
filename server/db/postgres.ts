/** PostgreSQL, or an engine that speaks its protocol, through a pool of connections (specification 18.7). */
import { createHash } from "node:crypto";
import { Client, DatabaseError, Pool, types, type PoolClient, type PoolConfig } from "pg";
import type { Database, Queryable } from "./database.ts";
import { retryConflicts } from "./retry.ts";
import { createTransactions } from "./transactions.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

export interface PostgresOptions {
  /** Connections at most. A few per core of the database keep it busy; more only make each other slower. */
  connections?: number;
  /** Lets statements take as long as they need, for work before the server serves. */
  patient?: boolean;
}

/** A database that takes longer than this to let us in is as good as none. */
const connectMs = 5_000;
/** How long a request stands in line while all connections are in use. */
const queueMs = 15_000;
/** What serves a request takes milliseconds; past this the database gives it up, and a little later we do. */
const statementMs = 30_000;
const answerMs = 35_000;
/** Somebody who holds rows and says nothing. The server never waits for the network inside a transaction. */
const idleInTransactionMs = 15_000;
const idleMs = 60_000;
const keepAliveMs = 10_000;

/**
 * Opens no connection yet. Transactions are of the level READ COMMITTED, the databases' own: stores hold the rows that
 * they rely on (`for key share`, `for update`), counts are changes that commute, and `on conflict` settles who is first.
 * Under a stricter level the same waits would end in errors and runs anew, with nothing gained.
 * Throws what the parser of `url` throws; parameters of the URL win over the time-outs here.
 */
export function openPostgres(url: string, { connections = 10, patient = false }: PostgresOptions = {}): Database {
  const config: PoolConfig = {
    connectionString: url,
    application_name: "offbeat",
    types: { getTypeParser: parserOf },
    max: connections,
    connectionTimeoutMillis: queueMs,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    ...(patient ? {} : { statement_timeout: statementMs, query_timeout: answerMs }),
  };
  // Reads the URL: the pool would do so at the first query, where a fault in it leaves the pool in disorder.
  void new Client(config);
  const pool = new Pool({ ...config, Client: QuickClient });
  // A connection that dies while nobody uses it: the pool has dropped it, and the next query opens another.
  pool.on("error", () => {});
  const transactions = createTransactions();

  async function withConnection<T>(work: (connection: Queryable) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw lost(error);
    });
    const connection = connect(client);
    // Without a listener the end of a connection that is in use would end the process. Its query fails with it.
    const onError = () => {};
    client.on("error", onError);
    try {
      return await work(connection);
    } finally {
      client.removeListener("error", onError);
      client.release(connection.isBroken());
    }
  }

  return {
    query: (sql, params) => transactions.outside(() => withConnection((connection) => connection.query(sql, params))),
    transaction: (work) =>
      retryConflicts(() =>
        transactions.outside(() => withConnection((connection) => transactions.run(connection, work))),
      ),
    close: () => pool.end(),
  };
}

/** The pool has one setting for both waits, and hands it on. */
class QuickClient extends Client {
  constructor(config: PoolConfig = {}) {
    super({ ...config, connectionTimeoutMillis: connectMs });
  }
}

interface Connection extends Queryable {
  /** Whether nobody should use the connection any more. */
  isBroken(): boolean;
}

function connect(client: PoolClient): Connection {
  let broken = false;
  return {
    isBroken: () => broken,
    async query<Row>(sql: string, params: readonly unknown[] = []) {
      try {
        const name = nameOf(sql, params);
        const { rows } = await client.query({
          text: sql,
          values: [...params],
          ...(name === undefined ? {} : { name }),
        });
        // The caller's type argument is its promise on what the statement selects; nothing could check it here.
        return rows as Row[];
      } catch (error) {
        if (!isLoss(error)) throw error;
        // An answer that did not come in time may still come, to the next who asks on this connection.
        broken = true;
        throw lost(error);
      }
    },
  };
}

/** Of a commit without an answer nobody knows whether it took place: the caller asks again under the same key. */
const lost = (cause: unknown) => new DatabaseUnavailable(2, cause);

/**
 * Whether the database failed, and not the statement: the connection, its resources (53), an operator or a time-out
 * (57, 25P03, 25P04), its disk (58), or a server that only reads because another one has taken over.
 */
const isLoss = (error: unknown) =>
  !(error instanceof DatabaseError) || /^(08|53|57|58|25006|25P0[34])/.test(error.code ?? "");

const int8 = 20;

/** As the embedded engine reads values: a whole number is a number as long as it is exact. */
const parserOf: typeof types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === int8 && format !== "binary" ? parseInt8 : types.getTypeParser(oid, format as "text");

function parseInt8(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

const names = new Map<string, string>();
/** Far above how many statements there are; past it a statement that is made anew each time would fill the memory. */
const namesAtMost = 1_000;

/**
 * A name has the database parse a statement once a connection, and plan it once where no value matters. What a pattern
 * finds does matter: it is planned for each value, and so are statements without parameters, which seldom come twice.
 */
function nameOf(sql: string, params: readonly unknown[]): string | undefined {
  if (params.length === 0 || / like \$/.test(sql)) return undefined;
  const known = names.get(sql);
  if (known !== undefined || names.size >= namesAtMost) return known;
  const name = createHash("sha256").update(sql).digest("base64url").slice(0, 24);
  names.set(sql, name);
  return name;
}
