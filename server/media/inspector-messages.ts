/** Messages between the server and its inspector processes. */
import type { AudioFacts } from "./inspect-audio.ts";
import type { Picture } from "./inspect-image.ts";

export interface Task {
  kind: TaskKind;
  path: string;
}

export interface Findings {
  audio: AudioFacts;
  image: Picture;
  /** Of a stored picture. */
  color: Pick<Picture, "color">;
}
export type TaskKind = keyof Findings;

export type FromInspector =
  /** The process has loaded its parsers. */
  | { is: "ready" }
  | { is: "found"; found: Findings[TaskKind] }
  | { is: "refused"; status: number; message: string }
  /** An unexpected error, for the log. */
  | { is: "failed"; reason: string };
