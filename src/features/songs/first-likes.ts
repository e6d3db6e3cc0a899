/** Whether somebody is to be shown how a like keeps a song: until three songs are liked, or they put it off. */
import { tryStore } from "../../lib/try-store.ts";

/** Songs to like before the question is over. */
export const firstLikes = 3;

/** Once per device, without a name: it tells nothing about anybody. */
const overKey = "offbeat.first-likes-over";

/** @param liked how many songs; undefined while unknown */
export const asksForLikes = (liked: number | undefined): boolean =>
  liked !== undefined && liked < firstLikes && localStorage.getItem(overKey) === null;

export const setFirstLikesOver = (): void => tryStore(overKey, "yes");
