/**
 * Keeps the browser from opening a file that is dropped beside a target: it would replace the page with everything that
 * was typed or is being sent.
 */
export function guardDrops(): void {
  const guard = (event: DragEvent) => {
    if (bringsFiles(event) && !isFileInput(event.target)) event.preventDefault();
  };
  addEventListener("dragover", guard);
  addEventListener("drop", guard);
}

export const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;

/** It takes files by itself. */
export const isFileInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === "file";
