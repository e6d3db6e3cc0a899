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

/** @param isChosen whether it is still to play */
export async function playOnceAsked(app: App, isChosen: () => boolean, play: () => void): Promise<void> {
  await Promise.race([reachServer(app), sleep(askedMs)]);
  if (isChosen()) play();
}
