import { Gauge, MoonStar } from "lucide-react";
import { texts } from "../../texts/texts.ts";
import { Menu } from "../../ui/Menu.tsx";
import type { MenuEntry } from "../../ui/MenuPopup.tsx";
import { usePlayer, usePlayerState } from "./use-player.ts";

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];
const sleeps = [null, 15, 30, 45, 60, 90, "end"] as const;

/** Speed and sleep timer (specification 6.29, 6.30). The button shows what is on. */
export function PlayerMenu() {
  const player = usePlayer();
  const { speed, sleep } = usePlayerState();
  const items: MenuEntry[] = [
    { heading: texts.player.speed },
    ...speeds.map((value) => ({
      label: texts.player.speedOf(value),
      checked: value === speed,
      onSelect: () => player.engine()?.setSpeed(value),
    })),
    { heading: texts.player.sleepTimer },
    ...sleeps.map((value) => ({
      label: texts.player.sleepOf(value),
      checked: value === sleep,
      onSelect: () => player.engine()?.setSleep(value),
    })),
  ];
  const label = texts.player.menu(speed === 1 ? undefined : speed, sleep);
  return (
    <Menu
      label={label}
      items={items}
      icon={sleep === null ? <Gauge /> : <MoonStar />}
      look={sleep === null && speed === 1 ? "bare" : "solid"}
      align="end"
    />
  );
}
