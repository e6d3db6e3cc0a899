import { CircleAlert, CircleArrowDown, CircleDashed, CloudOff } from "lucide-react";
import { texts } from "../../texts/en.ts";
import { ProgressRing } from "../../ui/ProgressRing.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import styles from "./DeviceMark.module.css";
import { type DeviceState, problemOf } from "./device-state.ts";

type Props = { state: DeviceState; online: boolean };

/** Whether a song is on this device (specification 17.12). A song that nobody wants there is said, not drawn. */
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
  const text = ready ? texts.songs.onDevice : texts.songs.notOnDevice;
  const Icon = ready
    ? CircleArrowDown
    : problemOf(state) !== undefined
      ? CircleAlert
      : !online
        ? CloudOff
        : state === "wanted"
          ? CircleDashed
          : undefined;
  return (
    <span className={ready ? styles.ready : styles.mark} title={Icon && text}>
      {Icon && <Icon aria-hidden="true" />}
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
