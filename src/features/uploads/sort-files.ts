import { texts } from "../../texts/texts.ts";
import { looksLikeAudio, markOf } from "./file-rules.ts";

interface Sorted {
  files: File[];
  /** Which files were left out, for the user. */
  notice: string | undefined;
}

/**
 * Chooses the files that become rows. A single file always does, so that its field can show an error; of several, non-audio
 * files are left out, because the user may have dropped a folder. Pure.
 */
export function sortFiles(chosen: readonly File[], present: readonly File[]): Sorted {
  const files: File[] = [];
  const duplicates: string[] = [];
  const nonAudio: string[] = [];
  const known = new Set(present.map(markOf));
  for (const file of chosen) {
    if (chosen.length > 1 && !looksLikeAudio(file)) nonAudio.push(file.name);
    else if (known.has(markOf(file))) duplicates.push(file.name);
    else {
      known.add(markOf(file));
      files.push(file);
    }
  }
  const notices = [
    duplicates.length > 0 && texts.uploads.doubled(duplicates),
    nonAudio.length > 0 && texts.uploads.leftOut(nonAudio),
  ].filter((one) => one !== false);
  return { files, notice: notices.length > 0 ? notices.join(" ") : undefined };
}
