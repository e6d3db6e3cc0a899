/** What goes between the server and its inspector processes. */
import type { AudioFacts } from "./inspect-audio.ts";
import type { Picture } from "./inspect-image.ts";
import type { AssetKind } from "./asset-rows.ts";

export interface Task {
  kind: AssetKind;
  path: string;
}

export interface Findings {
  audio: AudioFacts;
  image: Picture;
}

export type FromInspector =
  /** It has loaded what it needs; a task may come. */
  | { is: "ready" }
  | { is: "found"; found: Findings[AssetKind] }
  | { is: "refused"; status: number; message: string }
  /** An error that nobody foresaw, in words for the log. */
  | { is: "failed"; reason: string };
