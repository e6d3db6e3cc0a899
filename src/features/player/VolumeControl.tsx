import { Volume1, Volume2, VolumeX } from "lucide-react";
import { memo, useRef } from "react";
import { texts } from "../../texts/texts.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Slider } from "../../ui/Slider.tsx";
import { dispatchChangeOnRelease } from "./pointer-release.ts";
import styles from "./VolumeControl.module.css";
import { usePlayer, usePlayerState } from "./use-player.ts";

/** The slider "Volume" with a mute button (specification 6.10). */
export const VolumeControl = memo(function VolumeControl() {
  const player = usePlayer();
  const volume = usePlayerState((state) => state.volume);
  const pressedAt = useRef(-Infinity);
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <div
      role="presentation"
      className={styles.volume}
      onPointerDown={player.noteVolume}
      onKeyDown={({ timeStamp }) => {
        // Several presses are one change.
        if (timeStamp - pressedAt.current > 1_000) player.noteVolume();
        pressedAt.current = timeStamp;
      }}
      onPointerUp={dispatchChangeOnRelease}
    >
      <IconButton
        label={volume === 0 ? texts.player.unmute : texts.player.mute}
        icon={<Icon />}
        onClick={player.toggleMute}
      />
      <Slider
        label={texts.player.volume}
        value={volume}
        max={1}
        step={0.05}
        valueText={(value) => texts.player.percent(Math.round(value * 100))}
        onValue={(value) => player.engine()?.setVolume(value)}
      />
    </div>
  );
});
