import { useEffect, useRef, useState, type CSSProperties } from "react";
import { classes } from "./classes.ts";
import styles from "./Slider.module.css";

type Props = {
  label: string;
  value: number;
  min?: number;
  max: number;
  step: number;
  /** Called while the thumb moves. */
  onValue?: (value: number) => void;
  /** Called on release, and after each key. */
  onCommit?: (value: number) => void;
  /** The value for screen readers, such as "1 minute 12 seconds of 3 minutes". */
  valueText?: (value: number) => string;
  /** `accent` for the current song. */
  tone?: "accent" | "neutral";
  disabled?: boolean;
  className?: string;
};

/** A native range input. While the user drags, it shows their value and ignores outside changes. */
export function Slider(props: Props) {
  const { label, value, min = 0, max, step, onValue, onCommit, valueText, tone = "neutral", disabled } = props;
  const ref = useRef<HTMLInputElement>(null);
  const commit = useRef(onCommit);
  /** When the pointer came down. */
  const before = useRef(value);
  const [held, setHeld] = useState<number>();
  const shown = held ?? value;
  const share = max > min ? Math.min(1, Math.max(0, (shown - min) / (max - min))) : 0;

  useEffect(() => {
    commit.current = onCommit;
  });
  useEffect(() => {
    const input = ref.current;
    // React's onChange is the input event; a release is the native change event.
    const commitPosition = () => {
      if (input) commit.current?.(input.valueAsNumber);
      setHeld(undefined);
    };
    input?.addEventListener("change", commitPosition);
    return () => input?.removeEventListener("change", commitPosition);
  }, []);

  return (
    <input
      ref={ref}
      type="range"
      className={classes(styles.slider, styles[tone], props.className)}
      style={{ "--share": share } as CSSProperties}
      aria-label={label}
      aria-valuetext={valueText?.(shown)}
      {...{ min, max, step, disabled }}
      value={shown}
      onChange={(event) => {
        setHeld(event.target.valueAsNumber);
        onValue?.(event.target.valueAsNumber);
      }}
      onPointerDown={() => {
        before.current = value;
      }}
      // The finger scrolls: it was not meant for the slider.
      onPointerCancel={() => {
        if (held === undefined) return;
        onValue?.(before.current);
        onCommit?.(before.current);
        setHeld(undefined);
      }}
      onBlur={() => setHeld(undefined)}
    />
  );
}
