import { CircleAlert, CircleArrowDown, CircleDashed, CirclePause, CloudOff } from "lucide-react";
import { ProgressRing } from "../../ui/ProgressRing.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import styles from "./DeviceMark.module.css";
import { describeState, type DeviceState, heldBy, problemOf } from "./device-state.ts";

type Props = { state: DeviceState; online: boolean };

/** Shows whether a song is on this device (specification 17.12). `data-mark` lets a row put it elsewhere on phones. */
export function DeviceMark({ state, online }: Props) {
  // Online it makes no difference, and would mark nearly every row.
  if (state === "absent" && online) return <span data-mark className={styles.mark} />;
  const text = describeState(state, online);
  if (typeof state === "number") {
    return (
      <span data-mark className={styles.mark} title={text}>
        <ProgressRing label={text} value={state / 100} />
      </span>
    );
  }
  const ready = state === "ready";
  const hold = heldBy(state);
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
    <span data-mark className={ready ? styles.ready : styles.mark} title={text}>
      <Icon aria-hidden="true" />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
