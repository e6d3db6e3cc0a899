/** Messages between the server and its inspector processes. */
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
  /** The process has loaded its parsers. */
  | { is: "ready" }
  | { is: "found"; found: Findings[AssetKind] }
  | { is: "refused"; status: number; message: string }
  /** An unexpected error, for the log. */
  | { is: "failed"; reason: string };
