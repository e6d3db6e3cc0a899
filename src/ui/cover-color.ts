/** Colours of covers: the placeholder's, and the tint of what lies behind a cover. */
import type { CSSProperties } from "react";

/** A stable small number for a key: the same song has the same placeholder everywhere. */
export function hashOf(key: string): number {
  let hash = 2166136261;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 16777619);
  return hash >>> 0;
}

/** The placeholder colour of a key, one of the eight in tokens.css. */
export const placeholderColor = (key: string) => `var(--cover-${(hashOf(key) % 8) + 1})`;

interface Tinting {
  image: string | null | undefined;
  /** The image's colour, as the server measured it. */
  color: string | null | undefined;
  /** The seed of the cover, whose placeholder stands in for an absent image. */
  seed: string;
}

/**
 * Attributes of an element that lies behind a cover: inside of it `--tint-ground` and `--tint-faint` have the cover's
 * colour (tokens.css). An image of unknown colour has no tint, so give both a fallback.
 */
export function tintOf({ image, color, seed }: Tinting): { style?: CSSProperties; "data-tint"?: "" } {
  const tint = image ? color : placeholderColor(seed);
  // React's type has no custom properties.
  return tint ? { style: { "--tint": tint } as CSSProperties, "data-tint": "" } : {};
}
