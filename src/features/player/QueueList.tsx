import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from "react";
import type { PlayerState, Track } from "../../audio/player-state.ts";
import { texts } from "../../texts/texts.ts";
import { type Item, ItemList } from "../lists/ItemList.tsx";
import type { Move } from "../lists/use-reorder.ts";
import { entryId } from "./entry-id.ts";
import { QueueRow } from "./QueueRow.tsx";
import { useIsOn, usePlayer, usePlayerState, useSkipped } from "./use-player.ts";

type Props = {
  /** Part of the queue: what was played, the current song, or what comes. */
  part: "played" | "current" | "ahead";
};

/** A part of the queue in rows. What comes can be moved (specification 6.22). */
export function QueueList({ part }: Props) {
  const now = usePlayerState(placeIn);
  // A press shows at once what plays; the rows around it all have new places, and follow.
  const later = useDeferredValue(now);
  const { queue, index, queued } = part === "current" ? now : later;
  const isOn = useIsOn();
  const skipped = useSkipped();
  const player = usePlayer();
  const { ids: all, known } = entriesOf(queue);
  const ids = useMemo(() => slicePart(all, index, part), [all, index, part]);
  const placeOf = useCallback((track: Track) => player.state().queue.indexOf(track), [player]);
  const play = useCallback((track: Track) => player.jumpTo(track), [player]);
  const remove = useCallback((track: Track) => player.engine()?.removeFromQueue(placeOf(track)), [player, placeOf]);
  const reorder = useMemo(() => {
    if (part !== "ahead") return undefined;
    return {
      nameOf(id: string) {
        const track = known.get(id);
        return track && player.describe(track).title;
      },
      async onMove({ id, place }: Move) {
        const track = known.get(id);
        if (track !== undefined) player.engine()?.moveInQueue(placeOf(track), index + 1 + place);
      },
    };
  }, [part, known, index, player, placeOf]);
  const current = part !== "current" ? undefined : isOn ? "playing" : "paused";
  const isStanding = useIsStanding(part);
  const queuedRows = part === "ahead" ? queued : 0;
  const renderRow = useCallback(
    (item: Item) => {
      const track = known.get(item.id);
      return (
        track && (
          <QueueRow
            item={item}
            track={track}
            current={current}
            queued={item.index < queuedRows}
            note={skipped.get(track.songId)}
            isStanding={isStanding}
            onPlay={play}
            onRemove={remove}
          />
        )
      );
    },
    [known, current, queuedRows, skipped, isStanding, play, remove],
  );
  if (ids.length === 0) return null;
  return (
    <ItemList label={texts.player.parts[part]} ids={ids} reorder={reorder}>
      {renderRow}
    </ItemList>
  );
}

/** Whether the list was drawn before: a press brings it rows beyond both ends. What plays never waits. */
function useIsStanding(part: Props["part"]): () => boolean {
  const drawn = useRef(false);
  useEffect(() => {
    drawn.current = true;
  }, []);
  return useCallback(() => drawn.current && part !== "current", [part]);
}

type Place = Pick<PlayerState, "queue" | "index" | "queued">;

/** The last place in a queue. */
const places = new WeakMap<readonly Track[], Place>();

/** The same object until the place changes. */
function placeIn({ queue, index, queued }: PlayerState): Place {
  const last = places.get(queue);
  if (last?.index === index && last.queued === queued) return last;
  const place = { queue, index, queued };
  places.set(queue, place);
  return place;
}

interface Entries {
  ids: readonly string[];
  known: ReadonlyMap<string, Track>;
}

const entries = new WeakMap<readonly Track[], Entries>();

/** Made once for a queue and all its parts: a press moves the place alone, and there may be thousands. */
function entriesOf(queue: readonly Track[]): Entries {
  let made = entries.get(queue);
  if (made === undefined) {
    const ids = queue.map(entryId);
    made = { ids, known: new Map(queue.map((track, index) => [ids[index] ?? "", track])) };
    entries.set(queue, made);
  }
  return made;
}

function slicePart(ids: readonly string[], index: number, part: Props["part"]): readonly string[] {
  if (part === "played") return ids.slice(0, Math.max(index, 0));
  return part === "current" ? ids.slice(Math.max(index, 0), index + 1) : ids.slice(index + 1);
}
