import { Cover } from "../../ui/Cover.tsx";
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
  /** The width of a filling one, in px or in the syntax of `<img sizes>`; tiles are half as wide as `width`. */
  sizes?: string;
  width: number;
  /** Loads it first: the page's main cover. */
  eager?: boolean;
};

/** The cover of a list: its image, or a mosaic of four songs' covers, or the first of fewer (specification 3.15.5). */
export function MosaicCover({ image, images, width, ...cover }: Props) {
  const coverUrl = useCoverUrl();
  if (image !== null || images.length < 4) return <Cover src={coverUrl(image ?? images[0] ?? null)} {...cover} />;
  const { size, eager } = cover;
  return (
    <span className={styles.mosaic} data-row={size === "row" || undefined}>
      {images.slice(0, 4).map((one) => (
        <Cover
          key={one}
          src={coverUrl(one)}
          seed={one}
          size="fill"
          sizes={`${width / 2}px`}
          className={styles.tile}
          {...(eager && { eager })}
        />
      ))}
    </span>
  );
}
