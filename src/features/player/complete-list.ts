/** Adds the rest of a list that plays to its queue. */
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { App } from "../../app/app-context.ts";
import type { AudioEngine } from "../../audio/audio-engine.ts";
import type { Track } from "../../audio/player-state.ts";
import { afterFirstSound } from "./after-first-sound.ts";
import { nameList, nameOfList } from "./list-name.ts";
import { addSongs, trackOf } from "./song-registry.ts";

/** So many songs behind the pressed one are enough to go on with while it loads, also where some of them are broken. */
const enough = 4;

/**
 * Loads the rest once the pressed song sounds, or has given way to another, and adds it if the list still plays by then;
 * at once where little is known of what follows. Never rejects: what did not come is not in the queue. Call it when the
 * list has begun to play.
 * @param index of the pressed song
 */
export async function completeList(
  app: App,
  player: Pick<AudioEngine, "state" | "subscribe">,
  list: readonly Track[],
  index: number,
  rest: () => Promise<readonly SongSnapshot[]>,
): Promise<void> {
  try {
    const songId = player.state().track?.songId;
    const state = () => (player.state().track?.songId === songId ? player.state() : { status: "playing" as const });
    if (list.length - index > enough) await afterFirstSound({ state, subscribe: player.subscribe });
    const engine = await app.audio();
    if (engine.state().list !== list) return;
    const songs = await rest();
    if (engine.state().list !== list) return;
    addSongs(app, songs);
    const whole = songs.map(trackOf);
    nameList(whole, nameOfList(list));
    engine.completeList(whole);
  } catch (error) {
    console.warn("The rest of a list could not be queued", error);
  }
}
