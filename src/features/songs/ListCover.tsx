import type { SongSnapshot } from "../../../contract/songs.ts";
import { Cover } from "../../ui/Cover.tsx";
import { useCoverUrl } from "./cover-url.ts";
import styles from "./ListCover.module.css";

/** How many of a list's first songs are asked for their covers. */
const asked = 24;
const sizes = "(width <= 40rem) 60vw, 224px";

type Props = {
  /** The list's own image. */
  image?: string | null;
  /** Its songs, as far as they are loaded: the first four covers stand for a list without an image. */
  songs: readonly SongSnapshot[];
  /** Of the drawn cover where there is no picture at all. */
  seed: string;
  title: string;
};

/** The large cover of a list: its image, or a mosaic of its songs' covers. */
export function ListCover({ image = null, songs, seed, title }: Props) {
  const coverUrl = useCoverUrl();
  const images = [...new Set(songs.slice(0, asked).flatMap(({ songImage }) => songImage ?? []))];
  if (image === null && images.length >= 4) {
    return (
      <span className={styles.mosaic}>
        {images.slice(0, 4).map((one) => (
          <Cover key={one} src={coverUrl(one)} seed={one} size="fill" sizes="112px" eager className={styles.tile} />
        ))}
      </span>
    );
  }
  return <Cover src={coverUrl(image ?? images[0] ?? null)} {...{ seed, title, sizes }} size="fill" eager />;
}
