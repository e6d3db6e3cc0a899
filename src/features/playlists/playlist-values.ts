/** What the form of a playlist begins with. */
import * as v from "valibot";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { Genre } from "../../../contract/rules/genres.ts";

export const valuesOf = ({ title, description, genre, playlistImage, ...rest }: PlaylistSnapshot) => ({
  title,
  description,
  // A genre of a later list would be refused as a choice of this one.
  genre: v.is(Genre, genre) ? genre : null,
  private: rest.private,
  image: playlistImage,
});
