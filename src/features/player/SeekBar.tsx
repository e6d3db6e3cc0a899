import { memo, useEffect, useEffectEvent, useRef } from "react";
import { formatTime } from "../../lib/time-format.ts";
import { texts } from "../../texts/texts.ts";
import { Slider } from "../../ui/Slider.tsx";
import { dispatchChangeOnRelease } from "./pointer-release.ts";
import styles from "./SeekBar.module.css";
import { usePlayer, usePlayerState, usePosition } from "./use-player.ts";

/**
 * Elapsed time, the slider "Progress" and the duration. Dragging seeks in silence (specification 6.9, 6.10).
 * @param stacked shows the times below the slider instead of beside it
 */
export const SeekBar = memo(function SeekBar({ stacked = false }: { stacked?: boolean }) {
  const player = usePlayer();
  const duration = usePlayerState((state) => state.duration);
  const position = usePosition();
  const moving = useRef(false);
  const end = () => {
    if (!moving.current) return;
    moving.current = false;
    player.engine()?.endSeek();
  };
  // A sheet that closes under the finger: nobody else would end the silence.
  const leave = useEffectEvent(end);
  useEffect(() => () => leave(), []);
  const whole = Math.max(1, Math.floor(duration));
  return (
    // A drag that ends at its start value fires no change event, but must unmute.
    <div
      className={styles.bar}
      data-stacked={stacked || undefined}
      onPointerUp={(event) => {
        end();
        dispatchChangeOnRelease(event);
      }}
      onPointerCancel={end}
      onBlur={end}
    >
      <span className={styles.time}>{formatTime(position)}</span>
      <Slider
        label={texts.player.progress}
        tone="accent"
        value={Math.min(Math.floor(position), whole)}
        max={whole}
        step={1}
        valueText={(value) => texts.player.progressText(formatTime(value), formatTime(duration))}
        onValue={(value) => {
          if (!moving.current) player.engine()?.beginSeek();
          moving.current = true;
          player.engine()?.seek(value);
        }}
        onCommit={end}
      />
      <span className={styles.time}>{formatTime(duration)}</span>
    </div>
  );
});
