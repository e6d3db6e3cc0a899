/** How long the worker waits for the device and the network; milliseconds (specification 17.11, 17.49). */

/** A busy disk answers within this; then the network is asked. */
export const storedMs = 3_000;
/** For the head of an answer, and for a slow disk without a network. Shorter than the player's own limit. */
export const longestMs = 20_000;
