import { CircleAlert, CircleArrowDown, CircleDashed, CirclePause, CloudOff } from "lucide-react";
import { texts } from "../../texts/texts.ts";
import { ProgressRing } from "../../ui/ProgressRing.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import styles from "./DeviceMark.module.css";
import { type DeviceState, heldBy, problemOf } from "./device-state.ts";

type Props = { state: DeviceState; online: boolean };

/** Shows whether a song is on this device (specification 17.12). */
export function DeviceMark({ state, online }: Props) {
  if (typeof state === "number") {
    const label = texts.songs.downloading(state);
    return (
      <span className={styles.mark} title={label}>
        <ProgressRing label={label} value={state / 100} />
      </span>
    );
  }
  const ready = state === "ready";
  // Online it makes no difference, and would mark nearly every row.
  if (state === "absent" && online) return <span className={styles.mark} />;
  const hold = heldBy(state);
  const text = ready
    ? texts.songs.onDevice
    : [texts.songs.notOnDevice, ...(hold === undefined ? [] : [texts.storage.holds[hold]])].join(" · ");
  const Icon = ready
    ? CircleArrowDown
    : problemOf(state) !== undefined
      ? CircleAlert
      : !online
        ? CloudOff
        : hold === undefined
          ? CircleDashed
          : CirclePause;
  return (
    <span className={ready ? styles.ready : styles.mark} title={text}>
      <Icon aria-hidden="true" />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
