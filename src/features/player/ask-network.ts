/** A song that needs the network is not refused before the app has asked whether there is one by now (specification 6.8). */
import type { App } from "../../app/app-context.ts";
import { reachServer } from "../../app/reach-server.ts";
import { sleep } from "../../lib/sleep.ts";
import { mayBeHere } from "../songs/device-state.ts";

/** No longer than a person waits for an answer to a press; milliseconds. */
const askedMs = 1_500;

/** By what the app knows of the network, and of the device. */
export const canPlayNow = (app: App, songId: string): boolean =>
  app.online.get() || mayBeHere(songId, app.account()?.downloads.get());

/**
 * Plays a song: at once where it can, as some browsers require a user gesture for the first sound, else once the server was
 * asked for.
 * @param begin counts the press, and returns a function that tells whether the song still is to play
 */
export function playOrAsk(app: App, songId: string, begin: () => () => boolean, play: () => void): void {
  if (canPlayNow(app, songId)) return play();
  const isChosen = begin();
  void Promise.race([reachServer(app), sleep(askedMs)]).then(() => isChosen() && play());
}
