/**
 * The device's storage: one Dexie database per account, so that nothing of one account can be read or sent under
 * another, and one small database for the device itself (specification 17).
 */
import Dexie, { type EntityTable, type Table } from "dexie";
import type { Download } from "../../contract/worker-messages.ts";

/** A stored answer; see `query-store.ts`. */
export interface QueryRow {
  key: string;
  /** The shape that the query library gives a stored query; older rows hold more of it. */
  query: { buster: string; state: { data: unknown; dataUpdatedAt: number } };
  /** Which request of this device brought it: the request that began last wins. */
  begun: number;
  /** Milliseconds since the epoch of the last use, for eviction. */
  usedAt: number;
}

/** A queued change; see `outbox-table.ts`. */
export interface OutboxRow {
  /** Order of intents. */
  seq: number;
  id: string;
  uid: string;
  target: string;
  /** Raw, parsed by the contract on every read: an older version of the app may have written it. */
  operation: unknown;
  version: number;
  state: "waiting" | "sent" | "acked" | "attention";
  attempts: number;
  /** Milliseconds since the epoch before which it is not sent. */
  notBefore: number;
  ackSeq?: number;
  /** How many requests had begun when it was first handed to the network. */
  sentAfter?: number;
  /** The server's list, as its acknowledgement of an order showed it. */
  answer?: string[];
  /** Answers in a row that were not understood. */
  misread?: number;
  /** What the change was about, as it was when it was made: for screens that have no other copy. */
  snapshot?: unknown;
  /** Why it needs attention. */
  problem?: { code: string; title: string };
}

interface Counter {
  name: "ack" | "request";
  value: number;
}

export class AccountDatabase extends Dexie {
  declare queries: EntityTable<QueryRow, "key">;
  declare outbox: EntityTable<OutboxRow, "seq">;
  declare downloads: Table<Download, string>;
  declare counters: EntityTable<Counter, "name">;

  readonly uid: string;

  constructor(uid: string) {
    super(databaseName(uid));
    this.uid = uid;
    this.version(1).stores({
      queries: "key, usedAt",
      outbox: "++seq, &id, target, state, ackSeq",
      downloads: "songId, state, path",
      counters: "name",
    });
    // Another tab runs a newer schema, or signed out: let it go on, and start again with the same code (17.43).
    this.on("versionchange", () => {
      this.close({ disableAutoOpen: true });
      this.onOutdated();
      // Ends the event here: Dexie's own handler would let the next use open, or make, the database again.
      return false;
    });
  }

  /** Set by the page; the worker needs nothing here, its new version takes over. */
  onOutdated: () => void = () => {};
}

const prefix = "offbeat-account-";
export const databaseName = (uid: string) => `${prefix}${uid}`;

/** The account a database belongs to, undefined for any other database. */
export const uidOf = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : undefined);

export const openDatabase = (uid: string) => new AccountDatabase(uid);
