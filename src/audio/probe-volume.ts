/**
 * Probes whether a page may set the volume. On iPhone and iPad only the person may, by the keys: an element takes another
 * volume and forgets it by the next task.
 */
export function probeVolume(
  create: () => Pick<HTMLMediaElement, "volume"> = () => document.createElement("audio"),
): () => boolean {
  let element: Pick<HTMLMediaElement, "volume"> | undefined = create();
  element.volume = 0.5;
  let isKept = true;
  return () => {
    if (element !== undefined) isKept = element.volume === 0.5;
    element = undefined;
    return isKept;
  };
}
