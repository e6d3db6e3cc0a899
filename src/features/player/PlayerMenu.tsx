import { Gauge, MoonStar } from "lucide-react";
import { memo } from "react";
import { texts } from "../../texts/texts.ts";
import { Menu } from "../../ui/Menu.tsx";
import type { MenuEntry } from "../../ui/MenuPopup.tsx";
import styles from "./PlayerMenu.module.css";
import { usePlayer, usePlayerState } from "./use-player.ts";

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];
const sleeps = [null, 15, 30, 45, 60, 90, "end"] as const;
/** Seconds. */
const crossfades = [0, 3, 6, 9, 12];

/** Whether the button has a word below its icon. */
type Props = { captioned?: boolean };

/** An entry for each value; the one that is set is checked. */
function choices<T>(values: readonly T[], set: T, labelOf: (value: T) => string, choose: (value: T) => void) {
  return values.map((value) => ({
    label: labelOf(value),
    checked: value === set,
    onSelect: () => choose(value),
  }));
}

/** The sleep timer (specification 6.29). A menu of its own: many set it every night. The button shows what is on. */
export const SleepMenu = memo(function SleepMenu({ captioned }: Props) {
  const player = usePlayer();
  const sleep = usePlayerState((state) => state.sleep);
  const items = () => choices(sleeps, sleep, texts.player.sleepOf, (value) => player.engine()?.setSleep(value));
  const label = texts.player.sleepMenu(sleep);
  return (
    <Menu
      label={label}
      items={items}
      sheet={<SheetTitle>{label}</SheetTitle>}
      icon={<MoonStar />}
      caption={captioned ? texts.player.sleepCaption : undefined}
      look={sleep === null ? "bare" : "solid"}
      align="end"
    />
  );
});

const SheetTitle = ({ children }: { children: string }) => (
  <p className={styles.title} aria-hidden="true">
    {children}
  </p>
);

/** Speed, crossfade and loudness (specification 6.30, 6.32, 6.33). The button shows what is on. */
export const PlayerMenu = memo(function PlayerMenu({ captioned }: Props) {
  const player = usePlayer();
  const speed = usePlayerState((state) => state.speed);
  const crossfade = usePlayerState((state) => state.crossfade);
  const evenLoudness = usePlayerState((state) => state.evenLoudness);
  // Not known before the engine is loaded.
  const controlsVolume = usePlayerState(() => player.engine()?.controlsVolume() ?? true);
  const items = (): readonly MenuEntry[] => [
    {
      heading: texts.player.speed,
      items: choices(speeds, speed, texts.player.speedOf, (value) => player.engine()?.setSpeed(value)),
    },
    ...(controlsVolume ? ofVolume() : []),
  ];
  const ofVolume = (): readonly MenuEntry[] => [
    {
      heading: texts.player.crossfade,
      items: choices(crossfades, crossfade, texts.player.crossfadeOf, (value) => player.engine()?.setCrossfade(value)),
    },
    "line",
    {
      label: texts.player.evenLoudness,
      toggled: evenLoudness,
      onSelect: () => player.engine()?.setEvenLoudness(!evenLoudness),
    },
  ];
  const label = texts.player.soundMenu(speed === 1 ? undefined : speed);
  return (
    <Menu
      label={label}
      items={items}
      sheet={<SheetTitle>{label}</SheetTitle>}
      icon={<Gauge />}
      caption={captioned ? texts.player.soundCaption : undefined}
      look={speed === 1 ? "bare" : "solid"}
      align="end"
    />
  );
});
