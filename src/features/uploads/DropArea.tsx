import { Upload } from "lucide-react";
import { useEffect, useState } from "react";
import { texts } from "../../texts/en.ts";
import styles from "./DropArea.module.css";

/**
 * Accepts files dropped anywhere on the screen. Outside a drop target the browser would open the file and lose the typed
 * text.
 */
export function DropArea({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const on = (type: "dragenter" | "dragover" | "drop", run: (event: DragEvent) => void) =>
      window.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes("Files")) run(event);
        },
        { signal: controller.signal },
      );
    on("dragenter", () => setOver(true));
    on("dragover", (event) => {
      if (!isFileInput(event.target)) event.preventDefault();
    });
    on("drop", (event) => {
      setOver(false);
      // A file input handles its own drops.
      if (isFileInput(event.target)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) onFiles(files);
    });
    window.addEventListener(
      "dragleave",
      // Only when leaving the window, not between elements.
      (event) => event.relatedTarget === null && setOver(false),
      { signal: controller.signal },
    );
    return () => controller.abort();
  }, [onFiles]);
  if (!over) return null;
  return (
    <div className={styles.area} aria-hidden="true">
      <Upload />
      {texts.uploads.drop}
    </div>
  );
}

const isFileInput = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === "file";
