import { coverSongs } from "../../../contract/rules/limits.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { MosaicCover } from "./MosaicCover.tsx";

type Props = {
  /** The list's own image. */
  image?: string | null;
  /** Its songs, as far as they are loaded. */
  songs: readonly SongSnapshot[];
  /** Covers of its first songs, which stand there as long as none of them is loaded. */
  known?: readonly string[] | undefined;
  seed: string;
  title: string;
};

/** The large cover of an open list, by the songs that it shows. */
export function ListCover({ image = null, songs, known = [], ...list }: Props) {
  const loaded = [...new Set(songs.slice(0, coverSongs).flatMap(({ songImage }) => songImage ?? []))];
  const images = songs.length > 0 ? loaded : known;
  return (
    <MosaicCover {...{ image, images }} {...list} size="fill" width={224} sizes="(width <= 40rem) 60vw, 224px" eager />
  );
}
