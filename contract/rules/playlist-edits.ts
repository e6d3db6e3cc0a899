/** Edits of a playlist that meet before the server has heard of them (specification 17.21, 17.25). */
import type * as v from "valibot";
import type { PlaylistForm, PlaylistPatch } from "./validation.ts";

interface PlaylistFields {
  /** Only what the user changed. */
  playlist: v.InferOutput<typeof PlaylistPatch>;
  /** Absent: the picture stays. */
  image?: string | null;
}

/** An unsent playlist with an edit in it. */
export const editForm = (form: PlaylistForm, { playlist, image }: PlaylistFields): PlaylistForm => ({
  ...form,
  ...playlist,
  ...(image !== undefined && { playlistImage: image }),
});

/** Two edits as one; the newer one wins. */
export const joinEdits = (older: PlaylistFields, newer: PlaylistFields): PlaylistFields => ({
  ...older,
  ...newer,
  playlist: { ...older.playlist, ...newer.playlist },
});

/** An edit without the fields of a newer one; undefined if nothing is left. */
export function subtractEdit(older: PlaylistFields, newer: PlaylistFields): PlaylistFields | undefined {
  const fields = Object.entries(older.playlist).filter(([name]) => !(name in newer.playlist));
  const image = older.image !== undefined && newer.image === undefined ? { image: older.image } : {};
  if (fields.length === 0 && !("image" in image)) return undefined;
  return { playlist: Object.fromEntries(fields), ...image };
}
