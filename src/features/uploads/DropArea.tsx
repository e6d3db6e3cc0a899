import { Upload } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { bringsFiles, isFileInput } from "../../app/drop-guard.ts";
import { texts } from "../../texts/texts.ts";
import styles from "./DropArea.module.css";

type Props = {
  /** Another dialog is no place for songs; the upload dialog itself is. */
  inDialog: boolean;
  onFiles: (files: File[]) => void;
};

/** Accepts files dropped anywhere on the screen. */
export function DropArea({ inDialog, onFiles }: Props) {
  const [over, setOver] = useState(false);
  const isPlace = useEffectEvent(
    ({ target }: DragEvent) => inDialog || !(target instanceof Element) || target.closest("dialog") === null,
  );
  const drop = useEffectEvent((event: DragEvent) => {
    setOver(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (isPlace(event) && !isFileInput(event.target) && files.length > 0) onFiles(files);
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const enter = (event: DragEvent) => bringsFiles(event) && isPlace(event) && setOver(true);
    // Only when leaving the window, not between elements.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    window.addEventListener("dragenter", enter, { signal });
    window.addEventListener("dragleave", leave, { signal });
    window.addEventListener("drop", drop, { signal });
    return () => controller.abort();
  }, []);
  if (!over) return null;
  return (
    <div className={styles.area} aria-hidden="true">
      <Upload />
      {texts.uploads.drop}
    </div>
  );
}
