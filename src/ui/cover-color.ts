/** A stable small number for a key: the same song has the same placeholder everywhere. */
export function hashOf(key: string): number {
  let hash = 2166136261;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 16777619);
  return hash >>> 0;
}

/** The placeholder colour of a key, one of the eight in tokens.css. */
export const coverColor = (key: string) => `var(--cover-${(hashOf(key) % 8) + 1})`;
