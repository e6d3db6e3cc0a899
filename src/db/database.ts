/**
 * The device's storage: one Dexie database per account, so that no account's data can be read or sent under another, and
 * one small database for the device.
 */
import Dexie, { type EntityTable, type Table } from "dexie";
import type { Download } from "../../contract/worker-messages.ts";
import { splitStoredQueue } from "./split-stored-queue.ts";
import { isVolatileName } from "./volatile-name.ts";

/** A stored query result; see `query-store.ts`. */
export interface QueryRow {
  key: string;
  /** A subset of the query library's stored format; older rows hold more of it. */
  query: { buster: string; state: { data: unknown; dataUpdatedAt: number } };
  /** The number of the request that fetched it: the request that began last wins. */
  begun: number;
  /** Last use in milliseconds since the epoch, for eviction. */
  usedAt: number;
}

/** A queued change; see `outbox-table.ts`. */
export interface OutboxRow {
  /** The order in which the user made the changes. */
  seq: number;
  id: string;
  uid: string;
  target: string;
  /** Unparsed: the contract parses it on every read, since another version of the app may have written it. */
  operation: unknown;
  version: number;
  state: "waiting" | "sent" | "acked" | "attention";
  attempts: number;
  /** Not sent before this time; milliseconds since the epoch. */
  notBefore: number;
  ackSeq?: number;
  /** How many requests had begun when it was first sent. */
  sentAfter?: number;
  /** The server's list from the acknowledgement of a reorder. */
  answer?: string[];
  /** Consecutive responses that could not be parsed. */
  misread?: number;
  /** Consecutive responses by which the server put it off. Tries without a network are none: `attempts` counts them, too. */
  putOff?: number;
  /** Consecutive tries that found no network while the server could be reached. */
  blocked?: number;
  /** When the last of them was; milliseconds since the epoch. */
  blockedAt?: number;
  /** Of a creation that the user is asked about without a word of the server: that may have done it. */
  mayBeDone?: boolean;
  /** The changed item at that time, for screens that have no other copy. */
  snapshot?: unknown;
  /** Why it needs attention; `songs` are the titles of those that stand in the way. */
  problem?: { code: string; title: string; songs?: string[] };
}

/** What the player played last; see `player-rows.ts`. */
export interface PlayerRow {
  name: "queue" | "place";
  /** Unparsed: another version of the app may have written it. */
  value: unknown;
}

/** A chunk of the songs of that queue; see `song-chunks.ts`. */
export interface PlayerSongs {
  chunk: number;
  /** Unparsed: another version of the app may have written it. */
  songs: unknown;
}

/** A playlist that the user keeps on this device; see `kept-playlists.ts`. */
export interface KeptPlaylist {
  playlistId: string;
  /** For what is said of it where nothing else is known. */
  title: string;
  owner: string;
  /** Milliseconds since the epoch: the newest is downloaded first. */
  keptAt: number;
}

/** A setting of this device; see `download-settings.ts`. */
interface SettingRow {
  name: "downloads";
  /** Unparsed: another version of the app may have written it. */
  value: unknown;
}

/** A song whose upload is not confirmed; see `upload-rows.ts`. */
export interface UploadRow {
  id: string;
  /** The order in which the user submitted them; milliseconds since the epoch. */
  addedAt: number;
  state: "waiting" | "attention" | "discarded";
  /** Unparsed: another version of the app may have written it. */
  song: unknown;
  /** Its owner wants it to outlive a sign-out. */
  isKept?: boolean;
  /** When its owner gave it up; milliseconds since the epoch. */
  discardedAt?: number;
}

/** A piece of a file that waits for its upload: bytes, since not every browser stores blobs. */
export interface UploadPiece {
  upload: string;
  file: "audio" | "cover";
  index: number;
  bytes: ArrayBuffer;
  /** When it was stored; milliseconds since the epoch. Older versions did not note it. */
  at?: number;
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
  declare player: EntityTable<PlayerRow, "name">;
  declare playerSongs: Table<PlayerSongs, number>;
  declare kept: EntityTable<KeptPlaylist, "playlistId">;
  declare settings: EntityTable<SettingRow, "name">;
  declare uploads: EntityTable<UploadRow, "id">;
  declare uploadPieces: Table<UploadPiece, [string, string, number]>;

  readonly uid: string;

  /** @param name another one for a volatile database */
  constructor(uid: string, name = databaseName(uid)) {
    super(name);
    this.uid = uid;
    this.version(1).stores({
      queries: "key, usedAt",
      outbox: "++seq, &id, target, state, ackSeq",
      downloads: "songId, state, path",
      counters: "name",
    });
    this.version(2).stores({ player: "name" });
    this.version(3).stores({ kept: "playlistId", settings: "name" });
    this.version(4).stores({ uploads: "id", uploadPieces: "[upload+file+index], upload" });
    this.version(5).stores({ playerSongs: "chunk" }).upgrade(splitStoredQueue);
    // Another tab upgrades the schema or signed out: close, so that it can proceed (specification 17.43).
    this.on("versionchange", () => {
      this.close({ disableAutoOpen: true });
      this.onOutdated();
      // Stops Dexie's own handler, which would let the next use reopen or recreate the database.
      return false;
    });
  }

  /** Whether it goes with the browser: nothing of the account may be stored elsewhere (specification 2.19). */
  get isVolatile(): boolean {
    return isVolatileName(this.name);
  }

  /** Set by the page. The worker needs no handler: its new version takes over. */
  onOutdated: () => void = () => {};
}

const prefix = "offbeat-account-";
export const databaseName = (uid: string) => `${prefix}${uid}`;

/** The account that a database belongs to; undefined for other databases. */
export const uidOf = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : undefined);

export const openDatabase = (uid: string, name?: string) => new AccountDatabase(uid, name);
