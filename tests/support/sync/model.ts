/** What a server that does each accepted request once has to hold, told of them in the order they were accepted. */
import { type List, songsOfPlaylist } from "../../../contract/list-names.ts";
import { playedWithinMs } from "../../../contract/rules/limits.ts";
import { mergeOrder, type OrderChange } from "../../../contract/rules/merge-order.ts";

export interface Request {
  method: string;
  path: string;
  search: string;
  body: unknown;
  key: string | null;
  token: string | null;
}

export type Effect =
  | { list: List; change: "first" | "last" | "out"; id: string }
  | { list: List; change: "order"; order: OrderChange }
  | { change: "play"; songId: string; playedAt: number }
  | { change: "create" | "edit"; id: string; fields: Partial<Fields> }
  | { change: "delete"; id: string };

/** What a history edits of a playlist. */
export interface Fields {
  title: string;
  description: string;
}

/** What a request asks for, read off the wire; undefined for one that asks only. */
export function effectOf({
  method,
  path,
  body,
}: Pick<Request, "path" | "body"> & Partial<Request>): Effect | undefined {
  const given = (body ?? {}) as Record<string, string>; // as the contract's schemas allow, which the server checks
  const [, call = "", id = ""] = /^\/api\/(.+)\/([^/]+)$/.exec(path) ?? [];
  const order = body as OrderChange; // read for orders only
  const { playlist: fields = {} } = (body ?? {}) as { playlist?: Fields }; // the same
  if (path === "/api/playlists") return { change: "create", id: given["id"] ?? "", fields };
  switch (call) {
    case "playlists":
      return method === "PATCH" ? { change: "edit", id, fields } : { change: "delete", id };
    case "songs/like":
      return { list: "favourites", change: "first", id };
    case "songs/cancel-like":
      return { list: "favourites", change: "out", id };
    case "users/follow":
      return { list: "followed-people", change: "first", id };
    case "users/cancel-follow":
      return { list: "followed-people", change: "out", id };
    case "playlists/follow":
      return { list: "followed-playlists", change: "first", id };
    case "playlists/cancel-follow":
      return { list: "followed-playlists", change: "out", id };
    case "playlists/add":
      return { list: songsOfPlaylist(given["playlistId"] ?? ""), change: "last", id };
    case "playlists/songs":
      return { list: songsOfPlaylist(id), change: "out", id: given["songId"] ?? "" };
    case "songs/order-favorite":
      return { list: "favourites", change: "order", order };
    case "songs/order":
      return { list: "own-songs", change: "order", order };
    case "playlists/order":
      return { list: "own-playlists", change: "order", order };
    case "playlists/order-songs":
      return { list: songsOfPlaylist(id), change: "order", order };
    case "songs/played":
      return { change: "play", songId: id, playedAt: Date.parse(given["playedAt"] ?? "") };
    default:
      return undefined;
  }
}

export interface Play {
  songId: string;
  heardAt: number;
}

/** One account's lists and plays. */
export class Model {
  readonly lists: Map<List, string[]>;
  /** Every state that each list had. */
  readonly states: Map<List, string[][]>;
  /** Of the own playlists that were created or edited. */
  readonly playlists = new Map<string, Partial<Fields>>();
  plays: Play[] = [];
  /** How many plays were accepted of each song, whether they counted or not. */
  readonly heard = new Map<string, number>();
  /** Keys of accepted requests. */
  readonly #known = new Set<string>();
  readonly #halfMs: number;

  constructor(lists: Iterable<readonly [List, readonly string[]]>, halfMs: number) {
    this.lists = new Map([...lists].map(([list, ids]) => [list, [...ids]]));
    this.states = new Map([...this.lists].map(([list, ids]) => [list, [ids]]));
    this.#halfMs = halfMs;
  }

  accept(key: string, effect: Effect, nowMs: number): void {
    if (this.#known.has(key)) return;
    this.#known.add(key);
    switch (effect.change) {
      case "play":
        return this.#play(effect, nowMs);
      case "create":
        return this.#create(effect.id, effect.fields);
      case "edit":
        return void this.playlists.set(effect.id, { ...this.playlists.get(effect.id), ...effect.fields });
      case "delete":
        return this.#delete(effect.id);
      default:
        return this.#edit(effect);
    }
  }

  /** Deleted, with what counted of it, or hidden from this user. */
  lose(id: string, isDeleted: boolean): void {
    for (const [list, ids] of this.lists) this.#set(list, without(ids, id));
    if (isDeleted) this.plays = this.plays.filter(({ songId }) => songId !== id);
  }

  /** An id is taken once. */
  #create(id: string, { title, description }: Partial<Fields>): void {
    if (this.playlists.has(id)) return;
    this.playlists.set(id, { ...(title && { title }), ...(description && { description }) });
    this.lists.set(songsOfPlaylist(id), []);
    this.states.set(songsOfPlaylist(id), [[]]);
    this.#edit({ list: "own-playlists", change: "first", id });
  }

  #delete(id: string): void {
    this.lists.delete(songsOfPlaylist(id));
    this.#edit({ list: "own-playlists", change: "out", id });
  }

  #edit(effect: Exclude<Effect, { change: "play" | "create" | "edit" | "delete" }>): void {
    const ids = this.lists.get(effect.list) ?? [];
    if (effect.change === "order") this.#set(effect.list, mergeOrder(ids, effect.order));
    else if (effect.change === "out") this.#set(effect.list, without(ids, effect.id));
    else if (!ids.includes(effect.id))
      this.#set(effect.list, effect.change === "first" ? [effect.id, ...ids] : [...ids, effect.id]);
  }

  #set(list: List, ids: string[]): void {
    this.lists.set(list, ids);
    this.states.get(list)?.push(ids);
  }

  /** Specification 13.5. */
  #play({ songId, playedAt }: { songId: string; playedAt: number }, nowMs: number): void {
    this.heard.set(songId, (this.heard.get(songId) ?? 0) + 1);
    const heardAt = Math.min(nowMs, Math.max(nowMs - playedWithinMs, playedAt));
    const isNear = this.plays.some((play) => play.songId === songId && Math.abs(play.heardAt - heardAt) < this.#halfMs);
    if (!isNear) this.plays.push({ songId, heardAt });
  }
}

const without = (ids: readonly string[], id: string) => ids.filter((other) => other !== id);
