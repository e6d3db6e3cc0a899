/** Keeps the account's player over reloads, and connects it with the other tabs (specification 6.25, 6.26). */
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { browserClock } from "../../audio/browser-clock.ts";
import { randomId } from "../../db/random-id.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { dropGoneSongs } from "./drop-gone-songs.ts";
import { followEdits } from "./follow-edits.ts";
import type { Player } from "./player.ts";
import { createElsewhere, type Elsewhere, linkTabs, type PlayerTabs } from "./player-tabs.ts";
import { keepPlayer } from "./resume-player.ts";

interface LinkedTabs {
  elsewhere: PlayerTabs["elsewhere"];
  link: RefObject<PlayerTabs | undefined>;
}

export function usePlayerTabs(player: Player): LinkedTabs {
  const app = useApp();
  const account = useAccount();
  const [elsewhere] = useState(createElsewhere);
  const link = useRef<PlayerTabs>(undefined);
  useEffect(() => {
    const endEdits = followEdits(app, account, player);
    const gone = dropGoneSongs(app, account, player, () => kept.forget());
    const kept = keepPlayer(account, player, () => elsewhere.get() === null, gone);
    if (typeof BroadcastChannel !== "undefined") {
      const channel = new BroadcastChannel(`offbeat-player-${account.uid}`);
      link.current = linkTabs({ tab: randomId(), channel, player, kept, elsewhere, clock: browserClock });
    }
    return () => {
      endEdits();
      kept.stop();
      gone.stop();
      link.current?.close();
      link.current = undefined;
    };
  }, [app, account, player, elsewhere]);
  return { elsewhere, link };
}

/** What another tab plays. */
export const useElsewhere = ({ elsewhere }: LinkedTabs): Elsewhere | null =>
  useSyncExternalStore(elsewhere.subscribe, elsewhere.get);
