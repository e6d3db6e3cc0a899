import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { texts } from "../../texts/texts.ts";
import { focusPartHeading } from "../../ui/focus-heading.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Progress } from "../../ui/Progress.tsx";
import styles from "./SendingImage.module.css";
import type { ImageOnItsWay } from "./use-images.ts";

/** Most images are sent sooner, and nothing comes under the second press of a double click; milliseconds. */
const showAfterMs = 600;

/** In the foot of a form's dialog: how far its image is, and the way to stop it (specification 20.18). */
export function SendingImage({ sending }: { sending: ImageOnItsWay | undefined }) {
  const isSending = sending !== undefined;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isSending) return undefined;
    const timer = setTimeout(() => setLate(true), showAfterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isSending]);
  if (!isLate || sending === undefined) return null;
  return (
    <div className={styles.sending}>
      <Progress label={texts.images.sending} value={sending.share} />
      <span className={styles.percent} aria-hidden="true">
        {texts.uploads.percent(sending.share)}
      </span>
      <IconButton
        label={texts.images.cancel}
        icon={<X />}
        size="small"
        onClick={({ currentTarget }) => {
          focusPartHeading(currentTarget);
          sending.cancel();
        }}
      />
    </div>
  );
}
