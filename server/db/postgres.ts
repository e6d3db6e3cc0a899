/** A connection pool to PostgreSQL or a database that speaks its protocol. */
import { createHash } from "node:crypto";
import { Client, DatabaseError, Pool, types, type PoolClient, type PoolConfig } from "pg";
import type { Database, Statements } from "./database.ts";
import { createSignals } from "./postgres-signals.ts";
import { retryConflicts } from "./retry.ts";
import { createTransactions } from "./transactions.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

interface PostgresOptions {
  /** Pool size. A few connections per database core keep it busy; more slow each other down. */
  connections?: number;
  /** False lets statements take as long as they need, for migrations. */
  hasTimeouts?: boolean;
}

/** Connect timeout. */
const connectMs = 5_000;
/** How long a request waits for a free connection. */
const queueMs = 15_000;
/** Statements of requests take milliseconds. The database cancels them first, the client a little later. */
const statementMs = 30_000;
const clientStatementMs = 35_000;
/** The server never waits for the network inside a transaction, so an idle one is stuck and holds locks. */
const idleInTransactionMs = 15_000;
const idleMs = 60_000;
const keepAliveMs = 10_000;

/**
 * Creates the pool; connections open on demand. Transactions use READ COMMITTED, PostgreSQL's default: the code locks
 * the rows it relies on (`for key share`, `for update`), count changes commute, and `on conflict` decides races. A
 * stricter level would turn the same waits into errors and retries. Throws the errors of the URL parser. Parameters of
 * the URL override the timeouts here.
 */
export function openPostgres(url: string, { connections = 10, hasTimeouts = true }: PostgresOptions = {}): Database {
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
    ...(hasTimeouts ? { statement_timeout: statementMs, query_timeout: clientStatementMs } : {}),
  };
  // Validates the URL now: at the first query, an invalid one would leave the pool in a broken state.
  void new Client(config);
  const pool = new Pool({ ...config, Client: FailFastClient });
  // An idle connection died: the pool has removed it, and the next query opens another.
  pool.on("error", () => {});
  const transactions = createTransactions();

  async function withConnection<T>(work: (connection: Statements) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw unavailable(error);
    });
    const connection = connect(client);
    // Without a listener, the loss of a connection in use would crash the process. Its query rejects anyway.
    const onError = () => {};
    client.on("error", onError);
    try {
      return await work(connection);
    } finally {
      client.removeListener("error", onError);
      client.release(connection.isBroken());
    }
  }

  const query: Statements["query"] = (sql, params) =>
    transactions.outside(() => withConnection((connection) => connection.query(sql, params)));
  return {
    query,
    // Other servers may write, so nothing is cached.
    invalidate: () => {},
    signals: createSignals({ ...config, connectionTimeoutMillis: connectMs }, { query }),
    transaction: (work) =>
      retryConflicts(() =>
        transactions.outside(() => withConnection((connection) => transactions.run(connection, work))),
      ),
    close: () => pool.end(),
  };
}

/** The pool uses one setting for its queue and for connecting; this client has a shorter connect timeout. */
class FailFastClient extends Client {
  constructor(config: PoolConfig = {}) {
    super({ ...config, connectionTimeoutMillis: connectMs });
  }
}

interface Connection extends Statements {
  /** Whether the pool must discard the connection. */
  isBroken(): boolean;
}

function connect(client: PoolClient): Connection {
  let broken = false;
  return {
    isBroken: () => broken,
    async query(sql, params = []) {
      try {
        const name = nameOf(sql, params);
        const { rows } = await client.query<Record<string, unknown>>({
          text: sql,
          values: [...params],
          ...(name === undefined ? {} : { name }),
        });
        return rows;
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        // A late result could arrive as the reply to the connection's next query.
        broken = true;
        throw unavailable(error);
      }
    },
  };
}

/** The outcome of an interrupted commit is unknown: the client retries with the same idempotency key. */
const unavailable = (cause: unknown) => new DatabaseUnavailable(2, cause);

/**
 * Whether the database failed, not the statement: the connection (08), its resources (53), an operator or a timeout
 * (57, 25P03, 25P04), its disk (58), or a read-only server after a failover (25006).
 */
const isUnavailable = (error: unknown) =>
  !(error instanceof DatabaseError) || /^(08|53|57|58|25006|25P0[34])/.test(error.code ?? "");

const int8 = 20;

/** Parses values like PGlite: a safe bigint becomes a number. */
const parserOf: typeof types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === int8 && format !== "binary" ? parseInt8 : types.getTypeParser(oid, format as "text");

function parseInt8(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

const statementNames = new Map<string, string>();
/** Far above the number of statements; it bounds memory if a statement's text ever varies. */
const maxNames = 1_000;

/**
 * Names prepared statements: the database parses them once per connection and can reuse a generic plan. LIKE patterns
 * need a plan per value, and statements without parameters rarely repeat, so these stay unnamed.
 */
function nameOf(sql: string, params: readonly unknown[]): string | undefined {
  if (params.length === 0 || / like \$/.test(sql)) return undefined;
  const present = statementNames.get(sql);
  if (present !== undefined || statementNames.size >= maxNames) return present;
  const name = createHash("sha256").update(sql).digest("base64url").slice(0, 24);
  statementNames.set(sql, name);
  return name;
}
