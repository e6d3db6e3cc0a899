import { mosaicTiles } from "../../../contract/rules/limits.ts";
import { classes } from "../../ui/classes.ts";
import { Cover } from "../../ui/Cover.tsx";
import cover from "../../ui/Cover.module.css";
import { useCoverUrl } from "./cover-url.ts";
import styles from "./MosaicCover.module.css";

type Props = {
  /** The list's own image. */
  image: string | null;
  /** Those of its first songs, each once. */
  images: readonly string[];
  /** Of the drawn cover where there is no picture at all. */
  seed: string;
  title: string;
  size: "fill" | "row";
  /** In px, for the choice of pictures. */
  width: number;
  /** Where the width differs, in the syntax of `<img sizes>`. */
  sizes?: string;
  /** Loads it first: the page's main cover. */
  eager?: boolean;
};

/** The cover of a list: its image, or a mosaic of four songs' covers, or the first of fewer (specification 3.15.5). */
export function MosaicCover({ image, images, seed, title, size, width, sizes = `${width}px`, eager = false }: Props) {
  const coverUrl = useCoverUrl();
  if (image !== null || images.length < mosaicTiles)
    return <Cover src={coverUrl(image ?? images[0] ?? null)} {...{ seed, title, size, sizes, eager }} />;
  return (
    <span className={classes(styles.mosaic, size === "row" && cover.inRow)}>
      {images.slice(0, mosaicTiles).map((one) => (
        <Cover
          key={one}
          src={coverUrl(one)}
          seed={one}
          size="fill"
          sizes={`${width / 2}px`}
          eager={eager}
          className={styles.tile}
        />
      ))}
    </span>
  );
}
