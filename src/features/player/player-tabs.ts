/** One tab plays at a time: starting in one pauses the others, which show what plays there and can take it over. */
import * as v from "valibot";
import type { AudioEngine } from "../../audio/audio-engine.ts";
import type { Track } from "../../audio/player-state.ts";
import type { Clock } from "../../audio/sound-interface.ts";
import { createStore, type ReadableStore, type Store } from "../../lib/store.ts";
import type { Player } from "./player.ts";
import type { KeptPlayer } from "./resume-player.ts";

/** How long a tab may take to answer; then it has crashed, and is taken over as it was stored. */
const answerMs = 1_000;

const Message = v.variant("kind", [
  /** This tab plays. An answer to `who` says nothing new: it may cross the start of the tab that asked. */
  v.object({
    kind: v.literal("plays"),
    tab: v.string(),
    title: v.string(),
    artist: v.string(),
    isAnswer: v.optional(v.boolean()),
    /** Its song ended or failed, and this one follows: nobody pressed anything. */
    isNext: v.optional(v.boolean()),
  }),
  /** What this tab plays is called otherwise by now. */
  v.object({ kind: v.literal("renamed"), tab: v.string(), title: v.string(), artist: v.string() }),
  /** This tab no longer plays. */
  v.object({ kind: v.literal("rests"), tab: v.string() }),
  /** Asks the tab that plays to say so. */
  v.object({ kind: v.literal("who") }),
  /** Asks a tab to store its player and pause. */
  v.object({ kind: v.literal("take"), tab: v.string() }),
  v.object({
    kind: v.literal("handed"),
    tab: v.string(),
    /** The sleep timer goes along: else it would end where nothing plays. */
    sleep: v.optional(v.object({ set: v.union([v.number(), v.literal("end")]), left: v.optional(v.number()) })),
  }),
  /** This tab could not store its player, and plays on. */
  v.object({ kind: v.literal("keeps"), tab: v.string() }),
]);
type Message = v.InferOutput<typeof Message>;
type Handed = Extract<Message, { kind: "handed" }>;

/** What another tab plays. */
export interface Elsewhere {
  readonly tab: string;
  readonly title: string;
  readonly artist: string;
}

export interface Channel {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  close(): void;
}

interface Deps {
  /** The name of this tab. */
  tab: string;
  channel: Channel;
  player: Pick<Player, "state" | "subscribe" | "engine" | "pause" | "beginChoice" | "describe" | "onRefreshed">;
  kept: Pick<KeptPlayer, "flush" | "giveWay" | "takeStored">;
  elsewhere: Store<Elsewhere | null>;
  clock: Clock;
}

export interface PlayerTabs {
  elsewhere: ReadableStore<Elsewhere | null>;
  /** Continues here what the other tab plays. */
  takeOver(): void;
  close(): void;
}

export const createElsewhere = (): Store<Elsewhere | null> => createStore<Elsewhere | null>(null);

export function linkTabs({ tab, channel, player, kept, elsewhere, clock }: Deps): PlayerTabs {
  let cancelTake: (() => void) | undefined;
  /** A tab that was taken over before it answered. */
  let late: string | undefined;
  let cancelCheck: (() => void) | undefined;
  const post = (message: Message) => channel.postMessage(message);

  const announcer = createAnnouncer(tab, player, elsewhere, post);

  /** Asks whether the other tab still plays: one that crashed says nothing. */
  function check(): void {
    if (elsewhere.get() === null || cancelCheck !== undefined) return;
    cancelCheck = clock.after(answerMs, () => {
      cancelCheck = undefined;
      elsewhere.set(null);
      // What changed here meanwhile was not stored.
      void kept.flush();
    });
    post({ kind: "who" });
  }

  function endCheck(): void {
    cancelCheck?.();
    cancelCheck = undefined;
  }

  async function take(sleep?: Handed["sleep"]): Promise<void> {
    endTake();
    elsewhere.set(null);
    await kept.takeStored();
    adoptSleep(player.engine(), sleep);
  }

  function endTake(): void {
    cancelTake?.();
    cancelTake = undefined;
  }

  function handle(message: Message): void {
    if (message.kind === "who") announcer.again();
    else if (message.kind === "plays") {
      // The other tab has heard of this one by now, and pauses.
      if ((message.isAnswer === true || message.isNext === true) && announcer.isPlaying()) return;
      endCheck();
      if (message.tab === late) late = undefined;
      // An answer of the tab that is known already: what changed here since may be stored once that one rests.
      const wasKnown = elsewhere.get()?.tab === message.tab;
      const isKnown = message.isAnswer === true && wasKnown;
      elsewhere.set(playingOf(message));
      // The answer tells what played before. What was pressed here since that tab began is still to play.
      if (message.isAnswer !== true && !(message.isNext === true && wasKnown)) player.pause();
      if (!isKnown) kept.giveWay();
    } else if (message.kind === "renamed") {
      if (elsewhere.get()?.tab === message.tab) elsewhere.set(playingOf(message));
    } else if (message.kind === "rests") {
      if (elsewhere.get()?.tab === message.tab) elsewhere.set(null);
    } else if (message.kind === "take") {
      if (message.tab === tab) void handOver();
    } else if (message.kind === "keeps") endTake();
    else if (cancelTake !== undefined) void take(message.sleep);
    else if (message.tab === late) {
      late = undefined;
      adoptSleep(player.engine(), message.sleep);
    }
  }

  async function handOver(): Promise<void> {
    const engine = player.engine();
    const set = engine?.state().sleep ?? null;
    const sleep = set === null ? undefined : { set, left: engine?.sleepLeft() };
    const wasPlaying = announcer.isPlaying();
    engine?.setSleep(null);
    player.pause();
    if (await kept.flush()) return post({ kind: "handed", tab, sleep });
    // On a full device something older is stored; unless the other tab has begun by now, with that.
    if (elsewhere.get() !== null) return;
    post({ kind: "keeps", tab });
    if (wasPlaying) engine?.resume();
    adoptSleep(engine, sleep);
  }

  channel.addEventListener("message", ({ data }) => {
    // A tab of another version may send another form.
    if (v.is(Message, data)) handle(data);
  });
  let { queue } = player.state();
  const unsubscribe = player.subscribe(() => {
    announcer.announce();
    const isEdited = player.state().queue !== queue;
    ({ queue } = player.state());
    if (isEdited) check();
  });
  const endRename = player.onRefreshed(announcer.rename);
  const checkVisible = () => document.hidden || check();
  globalThis.document?.addEventListener("visibilitychange", checkVisible);
  const rest = () => announcer.isPlaying() && post({ kind: "rests", tab });
  globalThis.addEventListener?.("pagehide", rest);
  post({ kind: "who" });
  announcer.announce();

  return {
    elsewhere,
    takeOver() {
      const other = elsewhere.get();
      if (other === null || cancelTake !== undefined) return;
      // What is fetched here was asked for before.
      player.beginChoice();
      cancelTake = clock.after(answerMs, () => {
        late = other.tab;
        void take();
      });
      post({ kind: "take", tab: other.tab });
    },
    close() {
      rest();
      endTake();
      endCheck();
      unsubscribe();
      endRename();
      globalThis.document?.removeEventListener("visibilitychange", checkVisible);
      globalThis.removeEventListener?.("pagehide", rest);
      channel.close();
    },
  };
}

function adoptSleep(engine: AudioEngine | undefined, sleep: Handed["sleep"]): void {
  if (sleep !== undefined && engine?.state().sleep === null) engine.setSleep(sleep.set, sleep.left);
}

const playingOf = ({ tab, title, artist }: Elsewhere): Elsewhere => ({ tab, title, artist });

/** Tells the other tabs what this one plays, each time that this has changed. */
function createAnnouncer(
  tab: string,
  player: Pick<Player, "state" | "engine" | "describe">,
  elsewhere: Store<Elsewhere | null>,
  post: (message: Message) => void,
) {
  /** The track that the others know of; null while this tab rests. */
  let announced: Track | null = null;
  /** How often it had been said by then what is to play. */
  let commands: number | undefined;

  function announce(isAnswer = false): void {
    const { track, status } = player.state();
    const playing = status === "playing" || status === "loading" ? track : null;
    const said = player.engine()?.commands;
    // A press that changed nothing is over with its task.
    if (playing === announced) return queueMicrotask(() => (commands = player.engine()?.commands));
    const isNext = announced !== null && said === commands;
    [announced, commands] = [playing, said];
    if (playing === null) return post({ kind: "rests", tab });
    elsewhere.set(null);
    const { title, artist } = player.describe(playing);
    post({ kind: "plays", tab, title, artist, isAnswer, isNext });
  }

  return {
    announce: () => announce(),
    isPlaying: () => announced !== null,
    /** Answers another tab. */
    again() {
      if (announced === null) return;
      announced = null;
      announce(true);
    },
    /** Its song may be called otherwise by now. */
    rename() {
      if (announced === null) return;
      const { title, artist } = player.describe(announced);
      post({ kind: "renamed", tab, title, artist });
    },
  };
}
