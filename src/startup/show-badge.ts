import { badgeCount } from "../db/outbox-table.ts";
import { setBadge } from "../lib/app-badge.ts";
import type { Account } from "../sync/account-session.ts";

/** Shows the number of waiting changes on the icon of the installed app. Returns a function that ends that. */
export function showBadge({ outbox, uploads }: Pick<Account, "outbox" | "uploads">): () => void {
  let shown: number | undefined;
  const show = (count: number) => {
    if (count === shown) return;
    shown = count;
    setBadge(count);
  };
  const update = () => {
    const [changes, songs] = [outbox.get(), uploads.get()];
    if (changes && songs) show(badgeCount(changes, songs.length));
  };
  const stops = [outbox.subscribe(update), uploads.subscribe(update)];
  update();
  return () => {
    for (const stop of stops) stop();
    show(0);
  };
}
