import { coverSongs } from "../../../contract/rules/limits.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { MosaicCover } from "./MosaicCover.tsx";

type Props = {
  /** The list's own image. */
  image?: string | null;
  /** Its songs, as far as they are loaded. */
  songs: readonly SongSnapshot[];
  seed: string;
  title: string;
};

/** The large cover of an open list, by the songs that it shows. */
export function ListCover({ image = null, songs, ...list }: Props) {
  const images = [...new Set(songs.slice(0, coverSongs).flatMap(({ songImage }) => songImage ?? []))];
  return (
    <MosaicCover {...{ image, images }} {...list} size="fill" width={224} sizes="(width <= 40rem) 60vw, 224px" eager />
  );
}
