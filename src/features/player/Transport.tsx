import { Pause, Play, Repeat, Repeat1, Shuffle, SkipBack, SkipForward } from "lucide-react";
import { memo, useState } from "react";
import { texts } from "../../texts/texts.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { LiveText } from "../../ui/LiveText.tsx";
import styles from "./Transport.module.css";
import { useIsOn, usePlayer, usePlayerState } from "./use-player.ts";

/** Play and pause as one button, which stays Pause while the track loads (specification 6.4). */
export function PlayButton({ size = "normal" }: { size?: "normal" | "large" }) {
  const player = usePlayer();
  const status = usePlayerState((state) => state.status);
  const isOn = useIsOn();
  return (
    <span className={styles.play} data-loading={status === "loading" || undefined}>
      <IconButton
        label={isOn ? texts.player.pause : texts.player.play}
        {...(status === "blocked" && { title: texts.player.blocked })}
        icon={isOn ? <Pause fill="currentColor" /> : <Play fill="currentColor" />}
        look="accent"
        size={size}
        aria-busy={status === "loading" || undefined}
        onClick={player.toggle}
      />
    </span>
  );
}

export function NextButton() {
  const player = usePlayer();
  return (
    <IconButton
      label={texts.player.next}
      icon={<SkipForward fill="currentColor" />}
      onClick={() => player.engine()?.next()}
    />
  );
}

/** Shuffle, previous, play or pause, next, repeat (specification 6.5, 6.23, 6.24). */
export const Transport = memo(function Transport({ size = "normal" }: { size?: "normal" | "large" }) {
  const player = usePlayer();
  return (
    <div className={styles.transport} data-size={size}>
      <ShuffleButton />
      <IconButton
        label={texts.player.previous}
        icon={<SkipBack fill="currentColor" />}
        size={size}
        onClick={() => player.engine()?.previous()}
      />
      <PlayButton size={size} />
      <IconButton
        label={texts.player.next}
        icon={<SkipForward fill="currentColor" />}
        size={size}
        onClick={() => player.engine()?.next()}
      />
      <RepeatButton />
    </div>
  );
});

function ShuffleButton() {
  const player = usePlayer();
  const isShuffled = usePlayerState((state) => state.isShuffled);
  return (
    <IconButton
      label={texts.player.shuffle}
      icon={<Shuffle />}
      pressed={isShuffled}
      className={styles.mode}
      onClick={() => player.engine()?.setShuffled(!isShuffled)}
    />
  );
}

const followingMode = { all: "one", one: "off", off: "all" } as const;

/** Each press goes on to the next mode. The name stays; the description says which one is on, and so does a press. */
function RepeatButton() {
  const player = usePlayer();
  const repeat = usePlayerState((state) => state.repeat);
  const [spoken, setSpoken] = useState("");
  return (
    <>
      <IconButton
        label={texts.player.repeat}
        title={texts.player.repeats[repeat]}
        icon={repeat === "one" ? <Repeat1 /> : <Repeat />}
        pressed={repeat !== "off"}
        className={styles.mode}
        onClick={() => {
          const mode = followingMode[repeat];
          player.engine()?.setRepeat(mode);
          // From "all" to "one" it stays pressed, and no screen reader announces a new description.
          setSpoken(texts.player.repeats[mode]);
        }}
      />
      <LiveText>{spoken}</LiveText>
    </>
  );
}
