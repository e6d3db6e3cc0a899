/** The parameter by which a shortcut of the installed app asks to play (`manifest.webmanifest`, specification 6.25). */
const parameter = "resume";

/** Whether the address asks to play. */
export const asksToResume = (): boolean => new URL(location.href).searchParams.has(parameter);

/** The same, once: it leaves the address, which a reload or "back" would else follow again. */
export function takeResume(): boolean {
  if (!asksToResume()) return false;
  const address = new URL(location.href);
  address.searchParams.delete(parameter);
  // The router hears of it, and reads its own state again.
  history.replaceState(history.state, "", address);
  return true;
}
