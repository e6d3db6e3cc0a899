/** Adds the rest of a list that plays to its queue. */
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { App } from "../../app/app-context.ts";
import type { Track } from "../../audio/player-state.ts";
import { afterFirstSound, type HeardPlayer } from "./after-first-sound.ts";
import { nameList, nameOfList } from "./list-name.ts";
import { addSongs, trackOf } from "./song-registry.ts";

/**
 * Loads the rest once a song of the list sounds, and adds it if the list still plays by then. Never rejects: what did not
 * come is not in the queue.
 */
export async function completeList(
  app: App,
  player: HeardPlayer,
  list: readonly Track[],
  rest: () => Promise<readonly SongSnapshot[]>,
): Promise<void> {
  try {
    await afterFirstSound(player);
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
