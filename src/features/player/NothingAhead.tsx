import { texts } from "../../texts/texts.ts";
import { useDescribed, usePlayerState } from "./use-player.ts";

/** What follows the last song of the queue, in place of its next ones (specification 6.24). */
export function NothingAhead({ className }: { className: string | undefined }) {
  const isLast = usePlayerState(({ index, queue }) => index === queue.length - 1);
  // A list of one song is that song again.
  const repeat = usePlayerState((state) => (state.repeat === "all" && state.queue.length === 1 ? "one" : state.repeat));
  const first = useDescribed(usePlayerState(({ queue }) => queue[0] ?? null))?.title;
  if (!isLast || first === undefined) return null;
  const { all, one, off } = texts.player.nothingAhead;
  return (
    <p className={className} dir="auto">
      {repeat === "all" ? all(first) : repeat === "one" ? one : off}
    </p>
  );
}
