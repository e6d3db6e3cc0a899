import type { SongSnapshot } from "../../../contract/songs.ts";
import { MosaicCover } from "./MosaicCover.tsx";

/** How many of a list's first songs are asked for their covers, as the server asks them. */
const asked = 24;

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
  const images = [...new Set(songs.slice(0, asked).flatMap(({ songImage }) => songImage ?? []))];
  return (
    <MosaicCover {...{ image, images }} {...list} size="fill" sizes="(width <= 40rem) 60vw, 224px" width={224} eager />
  );
}
