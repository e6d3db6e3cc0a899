/** A device: its storage, the tabs that are open on it, and who is signed in; all of it the page's own code. */
import Dexie from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import * as v from "valibot";
import { vi } from "vitest";
import { type List, type OrderedList, songsOfPlaylist } from "../../../contract/list-names.ts";
import { isSingle, type Operation, targetOf } from "../../../contract/outbox-operations.ts";
import { createApi } from "../../../src/api/api-client.ts";
import { ApiError } from "../../../src/api/api-error.ts";
import type { Heard } from "../../../contract/rules/overlay.ts";
import { type VersionedResult, versioned } from "../../../src/db/versioned-result.ts";
import { type AccountDatabase, openDatabase } from "../../../src/db/database.ts";
import { discard } from "../../../src/db/outbox-decisions.ts";
import { enqueue } from "../../../src/db/outbox-enqueue.ts";
import { type OutboxView, readOutbox } from "../../../src/db/outbox-table.ts";
import { pruneAcked } from "../../../src/db/prune-outbox.ts";
import { createQueryStore } from "../../../src/db/query-store.ts";
import { wipeOtherAccounts } from "../../../src/db/wipe-account.ts";
import { idListQuery, shownIds } from "../../../src/features/lists/id-list.ts";
import { createPlaylist } from "../../../src/features/playlists/created-playlist.ts";
import { playlistsOfUserQuery } from "../../../src/features/playlists/playlist-queries.ts";
import { type Playlists, showPlaylists } from "../../../src/features/playlists/shown-playlists.ts";
import { moveTo } from "../../../src/features/lists/reorder.ts";
import type { Account } from "../../../src/sync/account-session.ts";
import { createCrossTabInvalidation } from "../../../src/sync/cross-tab-invalidation.ts";
import { keyOf, listKey, playlistsKey } from "../../../src/sync/query-keys.ts";
import type { Lock } from "../../../src/sync/web-lock.ts";
import type { DrainEnd } from "../../../src/sync/drainer-states.ts";
import { createDrainer, type Drainer } from "../../../src/sync/outbox-drainer.ts";
import { failuresUntilOpen } from "../../../src/sync/circuit-breaker.ts";
import { createLine, type Fate, type LineDeps } from "./fake-network.ts";
import type { Fields } from "./model.ts";

/** Bugs to plant: the histories are worth nothing unless they find each of them. */
export const bugs = [
  "drop-on-401",
  "random-key",
  "toggle",
  "answer-without-seen",
  "acked-row-removed",
  "newer-intent-in-place",
  "server-made-id",
  "edit-in-place-of-creation",
  "bodies-without-seen",
] as const;
export type Bug = (typeof bugs)[number];

/** They need playlists that a device creates. */
export const playlistBugs: ReadonlySet<Bug> = new Set<Bug>([
  "server-made-id",
  "edit-in-place-of-creation",
  "bodies-without-seen",
]);

/** Who sends: this many tabs, or the worker, or a tab and the worker. */
export const senders = ["tab", "tabs", "worker", "tab and worker"] as const;
export type Senders = (typeof senders)[number];

export interface DeviceDeps extends LineDeps {
  clock: { now: number };
  bug: Bug | undefined;
  tokenOf: (uid: string) => string;
  /** How many states a list has had on the server. */
  statesOf: (uid: string, list: List) => number;
}

type Ids = VersionedResult<string[]>;
type IdQuery = ReturnType<typeof idListQuery>;

interface Sender {
  drainer: Drainer;
  close(): void;
}

interface PageOnly {
  onKeys: (keys: readonly (readonly unknown[])[]) => void;
  onGone: (operation: Operation) => void;
}

interface Tab extends Sender {
  /** The query cache. */
  answers: Map<List, Ids>;
  /** Answers on their way. */
  landing: { list: List; answer: Ids; state: number }[];
  /** Which of the server's states a list's answer is. */
  heard: Map<List, number>;
  /** Lists that it was told to ask for again. */
  told: Set<List | "playlists">;
}

type Bodies = Awaited<ReturnType<ReturnType<typeof playlistsOfUserQuery>["queryFn"]>>;

export class Device {
  uid: string;
  gone: Operation[] = [];
  #db!: AccountDatabase;
  #tabs: Tab[] = [];
  #worker!: Sender;
  readonly #storage = new IDBFactory();
  readonly #deps: DeviceDeps;
  readonly #line: ReturnType<typeof createLine>;
  readonly #api: ReturnType<typeof createApi>;
  #lists: readonly List[];
  /** The answer with the user's playlists, and those on their way; all tabs have the same. */
  #bodies: Bodies | undefined;
  #comingBodies: Bodies[] = [];
  #locks = true;
  /** How many requests were put off since the tabs were opened. */
  #putOff = 0;
  /** As last read; undefined once something was written. */
  #outbox: OutboxView | undefined;

  constructor(uid: string, lists: readonly List[], deps: DeviceDeps) {
    this.uid = uid;
    this.#deps = deps;
    this.#lists = lists;
    this.#line = createLine({
      ...deps,
      onPutOff: (request) => {
        this.#putOff += 1;
        deps.onPutOff(request);
      },
    });
    this.#api = createApi({
      bases: () => ({ api: "http://x/api", statistics: "http://x/statistics" }),
      caller: () => this.uid,
      token: async (_, caller) => {
        if (caller !== this.uid) throw new ApiError("unauthenticated", "x", { status: 401 });
        return deps.tokenOf(this.uid);
      },
      timeoutMs: 600_000,
      fetch: this.#line.fetch,
    });
  }

  async open(): Promise<void> {
    this.#outbox = undefined;
    this.#putOff = 0;
    this.#bodies = undefined;
    this.#comingBodies = [];
    Dexie.dependencies.indexedDB = this.#storage;
    Dexie.dependencies.IDBKeyRange = IDBKeyRange;
    this.#db = openDatabase(this.uid);
    const lock = createLock(() => this.#locks);
    const channels = new Set<FakeChannel>();
    this.#tabs = [0, 1].map(() => this.#openTab(lock, channels));
    this.#worker = this.#openSender(lock, channels);
    await this.#restore();
  }

  #openTab(lock: Lock, channels: Set<FakeChannel>): Tab {
    const told: Tab["told"] = new Set();
    const sender = this.#openSender(lock, channels, {
      onKeys: (keys) => {
        for (const list of this.#lists)
          if (keys.some((key) => String(key) === String(listKey(list, this.uid)))) told.add(list);
        if (keys.some((key) => String(key) === String(playlistsKey(this.uid)))) told.add("playlists");
      },
      onGone: (operation) => void this.gone.push(operation),
    });
    return { ...sender, answers: new Map(), landing: [], heard: new Map(), told };
  }

  /** @param page what a page has and the worker has not: screens, and somebody to be told */
  #openSender(lock: Lock, channels: Set<FakeChannel>, page: Partial<PageOnly> = {}): Sender {
    const { clock } = this.#deps;
    vi.stubGlobal(
      "BroadcastChannel",
      class extends FakeChannel {
        constructor() {
          super(channels);
        }
      },
    );
    const announcer = createCrossTabInvalidation(this.#db, page.onKeys);
    vi.unstubAllGlobals();
    const drainer = createDrainer({
      db: this.#db,
      api: this.#api,
      lock,
      now: () => clock.now,
      random: () => 0.5,
      onTouched: announcer.announce,
      onGone: page.onGone,
    });
    const close = () => {
      drainer.stop();
      announcer.close();
    };
    return { drainer, close };
  }

  /** What the last visit stored. */
  async #restore(): Promise<void> {
    const store = this.#store();
    for (const list of this.#lists) {
      const stored = await store.read(JSON.stringify(listKey(list, this.uid)));
      if (stored !== undefined) for (const tab of this.#tabs) tab.answers.set(list, stored.data);
    }
  }

  #store() {
    return createQueryStore<string[]>(this.#db, v.array(v.string()), () => this.#deps.clock.now);
  }

  async close(): Promise<void> {
    for (const sender of [...this.#tabs, this.#worker]) sender.close();
    this.#db.close({ disableAutoOpen: true });
    await this.#line.quiet();
  }

  /** The tabs die and are opened again: nothing is left but what was written. */
  async reload(): Promise<void> {
    await this.close();
    await this.open();
  }

  /** The session is lost, and somebody else, or the same person, signs in. */
  async signIn(uid: string): Promise<void> {
    await this.close();
    this.uid = uid;
    Dexie.dependencies.indexedDB = this.#storage;
    await wipeOtherAccounts(uid, async () => {});
    await this.open();
  }

  async change(operation: Operation, heard?: Heard, snapshot?: unknown): Promise<void> {
    const { bug, clock } = this.#deps;
    this.#outbox = undefined;
    const { outbox } = this.#db;
    const replaced = await outbox
      .where("target")
      .equals(targetOf(operation))
      .filter(({ state }) => state === "waiting")
      .first();
    await enqueue(this.#db, operation, snapshot, clock.now, heard);
    if (bug === "edit-in-place-of-creation" && operation.kind === "edit-playlist" && replaced !== undefined)
      await outbox.where("target").equals(targetOf(operation)).modify({ operation });
    if (bug !== "newer-intent-in-place" || replaced === undefined || isSingle(operation)) return;
    const newer = await outbox.orderBy("seq").last();
    if (newer === undefined) return;
    await outbox.delete(newer.seq);
    await outbox.put({ ...newer, seq: replaced.seq });
  }

  /** Lists of playlists that exist only since the device was opened. */
  know(list: List): void {
    if (!this.#lists.includes(list)) this.#lists = [...this.#lists, list];
  }

  /** Creates a playlist, and returns its id. */
  create(fields: Fields): Promise<string> {
    const changeAll: Account["changeAll"] = async (changes) => {
      for (const { operation, snapshot } of changes) await this.change(operation, undefined, snapshot);
    };
    return createPlaylist(
      { db: this.#db, uid: this.uid, changeAll },
      { form: { ...fields, private: true }, ownerName: "Ada" },
      (key, songs) => {
        const list = songsOfPlaylist(String(key.at(-1)));
        this.know(list);
        for (const tab of this.#tabs) tab.answers.set(list, songs);
      },
    );
  }

  /** The user's playlists as shown; undefined where nothing was heard of them yet. */
  playlists(outbox: OutboxView): Playlists | undefined {
    if (this.#bodies === undefined) return undefined;
    const { value, seen } = this.#bodies;
    return showPlaylists(new Map(value.map((one) => [one._id, one])), seen, outbox, this.uid);
  }

  async askBodies(): Promise<void> {
    const account = { db: this.#db, uid: this.uid } as Account; // all that the query takes
    this.#comingBodies.push(await playlistsOfUserQuery(this.#api, account, this.uid).queryFn(this.#context()));
  }

  #landBodies(): void {
    const next = this.#comingBodies.shift();
    if (next === undefined || (this.#bodies?.begun ?? 0) > next.begun) return;
    this.#bodies = this.#deps.bug === "bodies-without-seen" ? { ...next, seen: Infinity } : next;
  }

  /** Drops the id at one place of what is shown on another. */
  async move(list: OrderedList, from: number, to: number): Promise<void> {
    const heard = this.#tabs[0]?.answers.get(list);
    const shown = shownIds(list, heard, await this.outbox()) ?? [];
    const id = shown[from];
    if (id === undefined) return;
    const change: Account["change"] = (operation, _, given) => this.change(operation, given);
    await moveTo({ change } as Partial<Account> as Account, { list, shown, heard }, id, to); // nothing else is used
  }

  /**
   * Sends what is due, while the line does to each request what the fates say.
   * @returns the senders' ends; "stuck": one of them waits for an answer that never comes
   */
  async drain(
    fates: readonly Fate[],
    { by = "tab", locks = true }: { by?: Senders; locks?: boolean } = {},
  ): Promise<DrainEnd[] | "stuck"> {
    this.#outbox = undefined;
    this.#line.decide(fates);
    this.#locks = locks;
    const stuck = this.#line.hung().then(() => "stuck" as const);
    const ends = Promise.all(this.#sendersOf(by).map(({ drainer }) => drainer.drain()));
    const end = await Promise.race([ends, stuck]);
    this.#line.decide([]);
    if (end === "stuck") return end;
    await this.#plantAfterDrain(end);
    for (const list of this.#lists) {
      const told = this.#tabs.filter((tab) => tab.told.delete(list));
      if (told.length > 0) await this.#ask(told, list);
    }
    if (this.#tabs.filter((tab) => tab.told.delete("playlists")).length > 0) await this.askBodies();
    await this.prune();
    return end;
  }

  /** Whether a sender may leave the server in peace for a while, with changes that are due. */
  get mayRest(): boolean {
    return this.#putOff >= failuresUntilOpen;
  }

  #sendersOf(by: Senders): Sender[] {
    const tabs = { tab: 1, tabs: 2, worker: 0, "tab and worker": 1 }[by];
    return [...this.#tabs.slice(0, tabs), ...(by.endsWith("worker") ? [this.#worker] : [])];
  }

  async #plantAfterDrain(ends: readonly string[]): Promise<void> {
    const { bug } = this.#deps;
    const rows = this.#db.outbox.where("state");
    if (bug === "drop-on-401" && ends.includes("sign-in")) await rows.equals("sent").delete();
    if (bug === "acked-row-removed") await rows.equals("acked").delete();
  }

  /** All that no answer of a tab, on its way to one or stored, needs any more. */
  async prune(): Promise<void> {
    const cached = (key: readonly unknown[]): unknown[] =>
      this.#tabs.flatMap((tab): unknown[] => {
        if (String(key) === String(playlistsKey(this.uid))) return [this.#bodies, ...this.#comingBodies];
        const lists = this.#lists.filter((list) => String(listKey(list, this.uid)) === String(key));
        const coming = tab.landing.filter(({ list }) => lists.includes(list));
        return [...lists.map((list) => tab.answers.get(list)), ...coming.map((one) => one.answer)];
      });
    await pruneAcked(this.#db, { keyOf: (touched) => keyOf(touched, this.uid), cached }, 0);
  }

  /** Asks for a list in a tab; the answer is there at once and lands when `land` is called. */
  async ask(tab: number, list: List): Promise<void> {
    await this.#ask(this.#tabs.slice(tab, tab + 1), list);
  }

  /** Both tabs ask for a list; or hear it without asking. */
  hear(list: List, heard?: readonly string[]): Promise<void> {
    return this.#ask(this.#tabs, list, heard);
  }

  async #ask(tabs: readonly Tab[], list: List, heard?: readonly string[]): Promise<void> {
    const { queryFn } = this.#query(list);
    const answer = await (heard ? versioned(this.#db, async () => [...heard]) : queryFn(this.#context())).catch(
      unlessGone,
    );
    if (answer === undefined) return;
    const state = this.#deps.statesOf(this.uid, list);
    for (const tab of tabs) tab.landing.push({ list, answer, state });
  }

  /** The signal is all that a list's query takes of what it is given. */
  #context<C = Parameters<IdQuery["queryFn"]>[0]>() {
    return { signal: new AbortController().signal } as C;
  }

  #query(list: List) {
    return idListQuery(this.#api, { db: this.#db, uid: this.uid } as Account, list); // all that it takes
  }

  /** The next answer of a tab arrives, and is stored. */
  async land(index: number): Promise<boolean> {
    this.#landBodies();
    const tab = this.#tabs[index];
    const next = tab?.landing.shift();
    if (tab === undefined || next === undefined) return false;
    const { list, answer, state } = next;
    const { queryKey, structuralSharing } = this.#query(list);
    const kept = structuralSharing(tab.answers.get(list), answer) as Ids; // one of the two
    const { bug } = this.#deps;
    tab.answers.set(list, bug === "answer-without-seen" ? { ...kept, seen: Infinity } : kept);
    if (kept.begun === answer.begun) tab.heard.set(list, state);
    await this.#store().write(JSON.stringify(queryKey), answer);
    return true;
  }

  async outbox(): Promise<OutboxView> {
    return (this.#outbox ??= await readOutbox(this.#db));
  }

  /** What the tabs show of a list; undefined where nothing was heard of it yet. */
  screens(list: List, outbox: OutboxView): (string[] | undefined)[] {
    return this.#tabs.map(({ answers }) => {
      const answer = answers.get(list);
      return answer && shownIds(list, answer, outbox);
    });
  }

  /** Which of the server's states each tab has heard of last; 0 where that was before a reload. */
  heard(list: List): number[] {
    return this.#tabs.map((tab) => tab.heard.get(list) ?? 0);
  }

  /** The user gives up all that needs attention. */
  async discardRefused(): Promise<Operation[]> {
    const { rows } = await this.outbox();
    const refused = rows.filter((row) => row.state === "attention");
    for (const { seq } of refused) await discard(this.#db, seq);
    this.#outbox = undefined;
    return refused.map((row) => row.operation);
  }
}

/** The songs of a playlist that the server does not have: not created yet, or deleted. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

/** One at a time over the tabs of a device, as the browser's locks do; they end with the tab. */
function createLock(isThere: () => boolean): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (_, work) => {
    if (!isThere()) return work();
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}

/** A channel between the tabs of one device; the process has one for all of them. */
class FakeChannel extends EventTarget {
  readonly #all: Set<FakeChannel>;

  constructor(all: Set<FakeChannel>) {
    super();
    this.#all = all;
    all.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of this.#all) if (other !== this) other.dispatchEvent(new MessageEvent("message", { data }));
  }

  close(): void {
    this.#all.delete(this);
  }
}
