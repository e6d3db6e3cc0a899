/**
 * Takes songs that are gone out of the queue. The current one plays on (specification 17.15), but what is stored goes
 * without it; a restored one gives way to the next, unless it was started meanwhile.
 */
import { idsPerRequest } from "../../../contract/rules/limits.ts";
import type { App } from "../../app/app-context.ts";
import type { Track } from "../../audio/player-state.ts";
import type { Account } from "../../sync/account-session.ts";
import { onGone } from "../songs/gone-songs.ts";
import { fetchSongs } from "../songs/song-parts.ts";
import { tellGone } from "../songs/tell-gone.ts";
import type { Player } from "./player.ts";

export interface GoneInQueue {
  /** Whether this song of the queue only plays on. */
  isLeaving(songId: string): boolean;
  /** Asks the server, now or once it is reached, which songs of the restored queue are still there. */
  checkRestored(): void;
  stop(): void;
}

/** @param onLeaving the current song leaves: what is stored holds it */
export function dropGoneSongs(
  app: Pick<App, "api" | "online" | "toaster">,
  { uid }: Pick<Account, "uid">,
  player: Pick<Player, "state" | "subscribe" | "song" | "refresh" | "engine">,
  onLeaving: () => void,
): GoneInQueue {
  let leaving: string | undefined;
  let endCheck = () => {};
  let isStopped = false;
  /** The restored song, until anything is started. */
  let resting: Track | null = null;
  let commands: number | undefined;

  /** Removes all but a current song that plays on. */
  function drop(gone: ReadonlySet<string>, keepsCurrent: boolean): void {
    const engine = player.engine();
    const { queue, index } = player.state();
    for (let at = queue.length - 1; at >= 0; at -= 1) {
      const songId = queue[at]?.songId ?? "";
      if (!gone.has(songId)) continue;
      if (at !== index || !keepsCurrent) engine?.removeFromQueue(at);
      else if (leaving !== songId) {
        leaving = songId;
        onLeaving();
      }
    }
  }

  function dropLeft(): void {
    if (leaving === undefined || player.state().track?.songId === leaving) return;
    const left = new Set([leaving]);
    leaving = undefined;
    drop(left, true);
  }

  function watchStart(): void {
    const { track, status } = player.state();
    if (status !== "paused") resting = null;
    // An edit of the queue puts another one in its place, which rests as well.
    else if (resting !== null && track !== resting) resting = player.engine()?.commands === commands ? track : null;
  }

  async function check(): Promise<void> {
    const { queue, index } = player.state();
    const at = Math.max(index, 0);
    // Those that come first, in one request: any other that is gone is passed over when it comes.
    const inTurn = [...queue.slice(at), ...queue.slice(0, at).toReversed()];
    const ids = [...new Set(inTurn.map(({ songId }) => songId))].slice(0, idsPerRequest);
    if (ids.length === 0) return;
    const songs = await fetchSongs(app.api, ids);
    // The queue may be another account's by now.
    if (isStopped) return;
    player.refresh(songs);
    const there = new Set(songs.map(({ _id }) => _id));
    const gone = new Set(ids.filter((id) => !there.has(id)));
    const { track } = player.state();
    const song = track && gone.has(track.songId) ? player.song(track.songId) : undefined;
    drop(gone, track === null || track !== resting);
    if (song !== undefined && song.owner !== uid) tellGone(app, song._id, song.title);
  }

  const end = [onGone(app, (gone) => drop(gone, true)), player.subscribe(dropLeft), player.subscribe(watchStart)];
  return {
    isLeaving: (songId) => songId === leaving,
    checkRestored() {
      endCheck();
      resting = player.state().track;
      commands = player.engine()?.commands;
      watchStart();
      let isRunning = false;
      const tryNow = () => {
        if (!app.online.get() || isRunning) return;
        isRunning = true;
        check().then(endCheck, (error: unknown) => {
          isRunning = false;
          console.info("The queue could not be compared with the server's songs", error);
        });
      };
      endCheck = app.online.subscribe(tryNow);
      tryNow();
    },
    stop() {
      isStopped = true;
      endCheck();
      end.forEach((one) => one());
    },
  };
}
