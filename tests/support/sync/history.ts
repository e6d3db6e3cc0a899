/** A history on its way: takes step after step, and holds after each what no step may break. */
import { expect } from "vitest";
import { type List, OrderedList, songsOfPlaylist } from "../../../contract/list-names.ts";
import { editOf, type Operation, playlistChangedBy } from "../../../contract/outbox-operations.ts";
import { arrange } from "../../../contract/rules/merge-order.ts";
import { isUnsent, type OutboxView, type ParsedRow } from "../../../src/db/outbox-table.ts";
import { isDue } from "../../../src/sync/backoff.ts";
import { waitingOf } from "../../../src/sync/send-order.ts";
import * as v from "valibot";
import type { Device, Senders } from "./device.ts";
import type { Fate } from "./fake-network.ts";
import type { Fields } from "./model.ts";
import type { World } from "./two-devices.ts";

export type Step =
  | { kind: "like"; device: number; song: number; on: boolean }
  /** `which` of the playlists that were created in this history; without it the one that was there. */
  | { kind: "playlist-song"; device: number; song: number; on: boolean; which?: number }
  | { kind: "create-playlist"; device: number }
  | { kind: "edit-playlist"; device: number; which: number; field: keyof Fields; text: number }
  | { kind: "delete-playlist"; device: number; which: number }
  | { kind: "follow-user" | "follow-playlist"; device: number; which: number; on: boolean }
  | { kind: "play"; device: number; song: number }
  | { kind: "move"; device: number; list: number; from: number; to: number }
  | {
      kind: "drain";
      device: number;
      fates: Fate[];
      by: Senders;
      locks: boolean;
      /** What ends it when an answer never comes: the tabs are closed, or somebody else signs in. */
      stuck: "reload" | "switch";
    }
  | { kind: "ask"; device: number; tab: number; list: number }
  | { kind: "land"; device: number; tab: number }
  | { kind: "reload"; device: number }
  | { kind: "switch" }
  | { kind: "take-away"; what: "delete-song" | "hide-song" | "hide-playlist"; index: number }
  | { kind: "wait"; ms: number }
  | { kind: "late" };

/** What was wanted of one list of one person. */
interface Wish {
  /** As the screen showed it after the last change, while all of them were made on one device. */
  ids: string[];
  devices: Set<number>;
}

export class History {
  readonly #world: World;
  /** By person and list. */
  readonly #wishes = new Map<string, Wish>();
  /** Who wanted last what of an id, by person, list and id. */
  readonly #members = new Map<string, { devices: Set<number>; isIn: boolean }>();
  /** By person and song. */
  readonly #plays = new Map<string, number>();
  /** Ids of the playlists that were created, by person. */
  readonly #created = new Map<string, string[]>();
  /** What was wanted last of a playlist's field, by person, id and field. */
  readonly #fields = new Map<string, { devices: Set<number>; text: string }>();
  /** Which devices deleted a playlist. */
  readonly #deleted = new Map<string, Set<number>>();
  #songs: readonly string[];
  #playlists: readonly string[];

  private constructor(world: World) {
    this.#world = world;
    this.#songs = world.others.songs.map((song) => song._id);
    this.#playlists = world.others.playlists.map((playlist) => playlist._id);
    for (const [uid, { model }] of world.people)
      for (const [list, ids] of model.lists) this.#wishes.set(`${uid} ${list}`, { ids: [...ids], devices: new Set() });
  }

  /** Every screen has heard of every list. */
  static async begin(world: World): Promise<History> {
    const history = new History(world);
    for (const device of world.devices) await history.#hearAll(device, true);
    return history;
  }

  async take(step: Step): Promise<void> {
    const { devices, clock } = this.#world;
    const device = "device" in step ? devices[step.device] : undefined;
    switch (step.kind) {
      case "like": {
        const songId = this.#songs[step.song] ?? "";
        await this.#change(step.device, { kind: "like", songId, liked: step.on });
        break;
      }
      case "playlist-song": {
        const songId = this.#songs[step.song] ?? "";
        const { playlist } = this.#personAt(step.device);
        const playlistId = step.which === undefined ? playlist : await this.#pickCreated(step.device, step.which);
        if (playlistId === undefined) break;
        await this.#change(step.device, { kind: step.kind, playlistId, songId, added: step.on });
        break;
      }
      case "create-playlist":
        await this.#create(step.device);
        break;
      case "edit-playlist":
        await this.#edit(step);
        break;
      case "delete-playlist": {
        const playlistId = await this.#pickCreated(step.device, step.which);
        if (playlistId === undefined) break;
        this.#deleted.set(playlistId, (this.#deleted.get(playlistId) ?? new Set()).add(step.device));
        await this.#change(step.device, { kind: step.kind, playlistId });
        this.#world.lost.add(playlistId);
        break;
      }
      case "follow-user": {
        const { artist } = this.#world.others;
        const other = [...this.#world.people.keys()].find((uid) => uid !== device?.uid);
        const userId = (step.which === 0 ? artist.uid : other) ?? "";
        await this.#change(step.device, { kind: step.kind, userId, followed: step.on });
        break;
      }
      case "follow-playlist": {
        const playlistId = this.#playlists[step.which] ?? "";
        await this.#change(step.device, { kind: step.kind, playlistId, followed: step.on });
        break;
      }
      case "play": {
        const songId = this.#songs[step.song] ?? "";
        const playedAt = new Date(clock.now).toISOString();
        const name = `${device?.uid} ${songId}`;
        this.#plays.set(name, (this.#plays.get(name) ?? 0) + 1);
        await device?.change({ kind: "play", songId, playedAt });
        break;
      }
      case "move":
        await this.#move(step);
        break;
      case "drain":
        await this.#drain(step);
        break;
      case "ask": {
        const lists = [...this.#personAt(step.device).model.lists.keys()];
        await device?.ask(step.tab, lists[step.list % lists.length] ?? "favourites");
        if (step.list === 0) await device?.askBodies();
        break;
      }
      case "land":
        await device?.land(step.tab);
        break;
      case "reload":
        await device?.reload();
        break;
      case "switch":
        await this.#switch();
        break;
      case "take-away":
        await this.#world.takeAway(step.what, step.index);
        break;
      case "wait":
        clock.now += step.ms;
        break;
      case "late":
        await this.#world.deliverLate();
        break;
    }
    await this.#checkScreens();
  }

  /** The other person signs in on the first device. */
  async #switch(): Promise<void> {
    const { devices, people } = this.#world;
    const [first] = devices;
    await first.signIn([...people.keys()].find((uid) => uid !== first.uid) ?? "");
    await this.#hearAll(first);
  }

  #personAt(device: number) {
    const person = this.#world.people.get(this.#world.devices[device]?.uid ?? "");
    if (person === undefined) throw new Error("Nobody is signed in");
    return person;
  }

  /** A playlist that was created in this history and that the device shows. */
  async #pickCreated(at: number, which: number): Promise<string | undefined> {
    const device = this.#world.devices[at];
    if (device === undefined) return undefined;
    const shown = (await this.#shown(device, "own-playlists")) ?? [];
    const created = (this.#created.get(device.uid) ?? []).filter((id) => shown.includes(id));
    return created[which % Math.max(1, created.length)];
  }

  async #create(at: number): Promise<void> {
    const { devices } = this.#world;
    const device = devices[at];
    if (device === undefined) return;
    const count = [...this.#created.values()].flat().length;
    if (count === maxCreated) return;
    const before = await this.#shown(device, "own-playlists");
    const fields = { title: `Created ${count}`, description: `About ${count}` };
    const id = await device.create(fields);
    for (const other of devices) other.know(songsOfPlaylist(id));
    this.#created.set(device.uid, [...(this.#created.get(device.uid) ?? []), id]);
    const after = await this.#shown(device, "own-playlists");
    if (before !== undefined) expect(after, "a new playlist on the screen").toEqual([id, ...before]);
    const name = `${device.uid} own-playlists`;
    this.#members.set(`${name} ${id}`, { devices: new Set([at]), isIn: true });
    this.#wish(at, name, after);
    const list = songsOfPlaylist(id);
    this.#wishes.set(`${device.uid} ${list}`, { ids: [], devices: new Set([at]) });
    expect(await this.#shown(device, list), "its songs").toEqual([]);
    for (const [field, text] of Object.entries(fields))
      this.#fields.set(`${device.uid} ${id} ${field}`, { devices: new Set([at]), text });
  }

  async #edit({ device: at, which, field, text }: Step & { kind: "edit-playlist" }): Promise<void> {
    const device = this.#world.devices[at];
    const playlistId = await this.#pickCreated(at, which);
    if (device === undefined || playlistId === undefined) return;
    const wanted = `Edited ${text}`;
    await device.change({ kind: "edit-playlist", playlistId, playlist: { [field]: wanted } });
    const name = `${device.uid} ${playlistId} ${field}`;
    const { devices = new Set<number>() } = this.#fields.get(name) ?? {};
    this.#fields.set(name, { devices: devices.add(at), text: wanted });
  }

  /** What only one device wrote reads there as it was last wanted. */
  #checkFields(at: number, device: Device, outbox: OutboxView): void {
    const playlists = device.playlists(outbox);
    for (const [name, { devices, text }] of this.#fields) {
      const [uid, id = "", field = ""] = name.split(" ");
      if (uid !== device.uid || this.#world.lost.has(id) || !isOnly(devices, at)) continue;
      if (playlists === undefined) continue;
      const shown = playlists.get(id);
      expect(shown && { ...shown }[field as keyof Fields], `${name} on device ${at}`).toBe(text);
    }
  }

  /** Makes a change, and holds that the screen shows it, and nothing else differently. */
  async #change(at: number, operation: Operation): Promise<void> {
    const edit = editOf(operation);
    const device = this.#world.devices[at];
    if (edit === undefined || edit.change === "order" || device === undefined) return;
    const before = await this.#shown(device, edit.list);
    await device.change(operation);
    const after = await this.#shown(device, edit.list);
    const isIn = edit.change !== "out";
    const name = `${device.uid} ${edit.list}`;
    if (before !== undefined && after !== undefined) {
      expect(after.includes(edit.id), "the change on the screen").toBe(isIn);
      const others = (ids: string[]) => ids.filter((id) => id !== edit.id);
      expect(others(after), "the rest of the screen").toEqual(others(before));
    }
    const member = this.#members.get(`${name} ${edit.id}`) ?? { devices: new Set<number>(), isIn };
    this.#members.set(`${name} ${edit.id}`, { devices: member.devices.add(at), isIn });
    this.#wish(at, name, after);
  }

  async #move({ device: at, list: index, from, to }: Step & { kind: "move" }): Promise<void> {
    const device = this.#world.devices[at];
    const { model } = this.#personAt(at);
    const created = (this.#created.get(device?.uid ?? "") ?? []).map(songsOfPlaylist);
    const lists = [...new Set([...model.lists.keys(), ...created])].filter((list) => v.is(OrderedList, list));
    const list = lists[index % lists.length];
    if (device === undefined || list === undefined) return;
    const before = await this.#shown(device, list);
    if (before === undefined || before.length < 2) return;
    await device.move(list, from % before.length, to % before.length);
    const after = await this.#shown(device, list);
    const moved = before.toSpliced(from % before.length, 1);
    moved.splice(to % before.length, 0, before[from % before.length] ?? "");
    expect(after, "a drop on the screen").toEqual(moved);
    this.#wish(at, `${device.uid} ${list}`, after);
  }

  /** Sends, and holds that what comes of it is news to the screens: no state older than one they have heard of. */
  async #drain({ device: at, fates, by, locks, stuck }: Step & { kind: "drain" }): Promise<void> {
    const device = this.#world.devices[at];
    if (device === undefined) return;
    const { model } = this.#personAt(at);
    const look = async () => {
      const outbox = await device.outbox();
      const lists = [...model.lists.keys()].filter(this.#isThere);
      return new Map(lists.map((list) => [list, device.screens(list, outbox)]));
    };
    const before = await look();
    const ends = await device.drain(fates, { by, locks });
    if (ends === "stuck" && stuck === "switch" && at === 0) return this.#switch();
    if (ends === "stuck") await device.reload();
    const after = await look();
    const { rows } = await device.outbox();
    // Where there are no locks, one sender may wait for what the other has sent; the next drain takes it.
    const isAlone = locks !== false || ends.length === 1;
    if (ends !== "stuck" && isAlone && ends.every((end) => end === "idle") && !device.mayRest) this.#checkLeft(rows);
    const unsent = new Set(rows.filter(isUnsent).map(({ operation }) => editOf(operation)?.list));
    for (const [list, screens] of after) {
      if (unsent.has(list)) continue;
      for (const [tab, shown] of screens.entries()) {
        const earlier = before.get(list)?.[tab];
        if (shown === undefined || earlier === undefined || isSame(shown, earlier)) continue;
        const news = model.states.get(list)?.slice(Math.max(0, (device.heard(list)[tab] ?? 0) - 1));
        expect(
          news?.some((state) => isSame(shown, arrange(shown, state))),
          `${list} in tab ${tab}: ${JSON.stringify({ earlier, shown, news })}`,
        ).toBe(true);
      }
    }
  }

  /** What is left after everything that was due went out waits for its time, or for one that goes before it. */
  #checkLeft(rows: readonly ParsedRow[]): void {
    const left = rows.filter(isUnsent).map(waitingOf);
    for (const [place, row] of left.entries()) {
      const holders = left
        .slice(0, place)
        .filter(
          ({ target, list, change, playlist, kind }) =>
            target === row.target ||
            (playlist !== undefined &&
              playlist === row.playlist &&
              (kind === "create-playlist" || row.kind === "delete-playlist")) ||
            (list !== undefined && list === row.list && (change === "order" || row.change === "order")),
        );
      expect(
        holders.length > 0 || !isDue(row, this.#world.clock.now),
        `held up: ${JSON.stringify({ row, left })}`,
      ).toBe(true);
    }
  }

  #wish(at: number, name: string, shown: string[] | undefined): void {
    const wish = this.#wishes.get(name);
    if (wish === undefined) return;
    // Made before anything was heard, as after a sign-in: where it will stand is not known yet.
    wish.devices.add(shown === undefined ? -1 : at);
    if (shown !== undefined) wish.ids = shown;
  }

  /** What the first tab shows; undefined where it has heard nothing yet. */
  async #shown(device: Device, list: List): Promise<string[] | undefined> {
    return device.screens(list, await device.outbox())[0];
  }

  /** What only one device changes looks there as it was last wanted, whatever is on its way. */
  async #checkScreens(): Promise<void> {
    for (const [at, device] of this.#world.devices.entries()) {
      const outbox = await device.outbox();
      expect(outbox.rows.every((row) => row.uid === device.uid)).toBe(true);
      const created = (this.#created.get(device.uid) ?? []).map(songsOfPlaylist);
      for (const list of new Set([...this.#personAt(at).model.lists.keys(), ...created].filter(this.#isThere)))
        for (const shown of device.screens(list, outbox))
          if (shown !== undefined) this.#checkList(at, `${device.uid} ${list}`, shown);
      this.#checkFields(at, device, outbox);
    }
  }

  /** Not the songs of a playlist that somebody has deleted: no screen shows them. */
  readonly #isThere = (list: List): boolean =>
    ![...this.#deleted.keys()].map(songsOfPlaylist).some((one) => one === list);

  #checkList(at: number, name: string, shown: string[]): void {
    const { lost, overtaken } = this.#world;
    const there = (ids: readonly string[]) => ids.filter((id) => !lost.has(id));
    const wish = this.#wishes.get(name);
    if (wish !== undefined && isOnly(wish.devices, at) && !overtaken.has(name))
      expect(there(shown), `${name} on device ${at}`).toEqual(there(wish.ids));
    for (const [key, { devices, isIn }] of this.#members) {
      const id = key.slice(key.lastIndexOf(" ") + 1);
      if (key !== `${name} ${id}` || lost.has(id) || !isOnly(devices, at)) continue;
      expect(shown.includes(id), `${name} on device ${at} has ${id}`).toBe(isIn);
    }
  }

  /** Both tabs of the device hear of every list. */
  async #hearAll(device: Device, isKnown = false): Promise<void> {
    const lists = this.#world.people.get(device.uid)?.model.lists ?? [];
    for (const [list, ids] of lists) await device.hear(list, isKnown ? ids : undefined);
    await device.askBodies();
    for (const tab of [0, 1]) while (await device.land(tab));
  }

  /** Lets everything arrive, for both people, and compares. */
  async end(): Promise<void> {
    const { devices, people } = this.#world;
    const [first] = devices;
    const [uid = "", other = ""] = people.keys();
    for (const person of [other, uid]) {
      if (first.uid !== person) await first.signIn(person);
      for (const device of devices) await this.#settle(device);
      if (person === uid) await this.#world.deliverLate();
      await this.#compare(devices.filter((device) => device.uid === person));
    }
  }

  /** Server, model, wishes and the screens of one person are one. */
  async #compare(devices: readonly Device[]): Promise<void> {
    for (const [at, device] of devices.entries()) {
      // The others hear what the first one was told, which is the model's.
      await this.#hearAll(device, at > 0);
      await this.#compareScreens(device);
    }
    const [device] = devices;
    if (device === undefined) return;
    await this.#comparePlays(device.uid);
    await this.#comparePlaylists(device.uid);
  }

  /** Each was created once, under the id of its device, and reads as the server was told last and as was wanted. */
  async #comparePlaylists(uid: string): Promise<void> {
    const { people, lost, readPlaylists } = this.#world;
    const there = await readPlaylists(uid);
    const ids = new Set(people.get(uid)?.model.lists.get("own-playlists"));
    expect(new Set(there.keys()), "the server's playlists").toEqual(ids);
    for (const [id, fields] of people.get(uid)?.model.playlists ?? [])
      if (ids.has(id)) expect(there.get(id), "as told").toMatchObject(fields);
    for (const [name, { devices, text }] of this.#fields) {
      const [owner, id = "", field] = name.split(" ");
      if (owner !== uid || lost.has(id) || devices.size > 1) continue;
      expect({ ...there.get(id) }[field as keyof Fields], `${name} as wanted`).toBe(text);
    }
  }

  async #compareScreens(device: Device): Promise<void> {
    const { people, lost, overtaken } = this.#world;
    const model = people.get(device.uid)?.model;
    const outbox = await device.outbox();
    for (const [list, ids] of model?.lists ?? []) {
      const name = `${device.uid} ${list}`;
      for (const shown of device.screens(list, { ...outbox, rows: [] }))
        expect(shown, `the server's and the model's ${name}`).toEqual(ids);
      for (const shown of device.screens(list, outbox)) expect(shown, `the screen's ${name}`).toEqual(ids);
      const wish = this.#wishes.get(name);
      if (wish?.devices.size === 1 && !wish.devices.has(-1) && !overtaken.has(name))
        expect(ids, `${name} as wanted`).toEqual(wish.ids.filter((id) => !lost.has(id)));
    }
  }

  async #comparePlays(uid: string): Promise<void> {
    const { people, lost, readPlays } = this.#world;
    const model = people.get(uid)?.model;
    expect(await readPlays(uid), "plays").toEqual(sorted(model?.plays ?? []));
    for (const songId of this.#songs.filter((id) => !lost.has(id)))
      expect(model?.heard.get(songId), "plays that arrived").toBe(this.#plays.get(`${uid} ${songId}`));
  }

  async #settle(device: Device): Promise<void> {
    for (let round = 0; round < 20; round += 1) {
      this.#world.clock.now += 6 * 60_000;
      await device.drain([]);
      const { rows } = await device.outbox();
      if (rows.every((row) => row.state === "acked" || row.state === "attention")) break;
    }
    for (const operation of await device.discardRefused()) {
      const playlist = playlistChangedBy(operation);
      // Of a playlist that this device deleted nothing is left to be refused.
      if (playlist !== undefined && this.#deleted.get(playlist)?.has(this.#world.devices.indexOf(device)))
        expect.fail(`refused: ${JSON.stringify(operation)}`);
      if (playlist !== undefined && this.#world.lost.has(playlist)) continue;
      const edit = editOf(operation);
      const about = edit?.change === "order" ? [] : [edit?.id ?? ""];
      expect(
        about.some((id) => this.#world.lost.has(id)),
        `refused: ${JSON.stringify(operation)}`,
      ).toBe(true);
    }
    const { rows, unreadable } = await device.outbox();
    expect(unreadable).toEqual([]);
    expect(
      rows.filter((row) => row.state !== "acked"),
      "unsent changes",
    ).toEqual([]);
  }
}

/** More of them would only make a history longer. */
const maxCreated = 4;

const isSame = (a: readonly string[], b: readonly string[]) => a.join() === b.join();

const isOnly = (devices: ReadonlySet<number>, at: number) => devices.size === 1 && devices.has(at);

const sorted = <T extends { songId: string; heardAt: number }>(plays: readonly T[]) =>
  plays.slice().sort((a, b) => a.heardAt - b.heardAt || a.songId.localeCompare(b.songId));
