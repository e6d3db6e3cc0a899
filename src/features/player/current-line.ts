import { useEffect, useState } from "react";
import type { LyricLine } from "../../../contract/songs.ts";
import { usePlayer, usePlayerState } from "./use-player.ts";

/** Index of the line that is sung at `seconds`; -1 before the first, and in lyrics without times. */
export function lineAt(lines: readonly LyricLine[], seconds: number): number {
  return lines.findLastIndex(({ at }) => at !== null && at <= seconds);
}

/** The player tells its position once a second; between, the lines change by the clock. */
export function useCurrentLine(lines: readonly LyricLine[]): number {
  const player = usePlayer();
  const status = usePlayerState((state) => state.status);
  const speed = usePlayerState((state) => state.speed);
  const [current, setCurrent] = useState(() => lineAt(lines, player.position()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (seconds: number) => {
      clearTimeout(timer);
      const index = lineAt(lines, seconds);
      setCurrent(index);
      const next = lines[index + 1]?.at ?? null;
      if (next === null || status !== "playing") return;
      timer = setTimeout(() => follow(next), ((next - seconds) / speed) * 1000);
    };
    const update = () => follow(player.position());
    update();
    const unsubscribe = player.subscribePosition(update);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [lines, player, status, speed]);
  return current;
}
