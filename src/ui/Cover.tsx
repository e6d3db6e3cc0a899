import type { CSSProperties } from "react";
import { useBrokenImage } from "./broken-image.ts";
import { classes } from "./classes.ts";
import { hashOf, placeholderColor } from "./cover-color.ts";
import { imageSources } from "./image-sources.ts";
import { initialsOfTitle } from "./initials.ts";
import styles from "./Cover.module.css";

type Props = {
  /** Path of the image, without a width. */
  src: string | null | undefined;
  /** Chooses the placeholder colour: an id or a title. */
  seed: string;
  /** Its initials stand where there is no image. */
  title?: string | undefined;
  /** Side in px; `fill` takes the available width, `row` is as large as a row has room for. */
  size: number | "fill" | "row";
  /** The width of a filling cover, in the syntax of `<img sizes>`. */
  sizes?: string;
  /** Empty if the title stands beside it. */
  alt?: string;
  /** Loads it first: the page's main cover. */
  eager?: boolean;
  className?: string;
};

/** The largest side of a cover in a row. */
const rowSide = 48;

/** A square cover. Reserves its space, and shows a drawn sleeve if the image is absent or broken. */
export function Cover({ src, seed, title = "", size, sizes, alt = "", eager = false, className }: Props) {
  const { isBroken, onError } = useBrokenImage(src);
  const side = size === "fill" ? undefined : size === "row" ? rowSide : size;
  const isShown = Boolean(src) && !isBroken;
  const hash = hashOf(seed);
  return (
    <span
      // Drawn by the styles: they are no text of the page.
      data-initials={isShown ? undefined : initialsOfTitle(title)}
      className={classes(
        styles.cover,
        !isShown && styles.drawn,
        !isShown && size === "fill" && styles.filling,
        size === "row" && styles.inRow,
        className,
      )}
      style={
        {
          ...(size === "fill" && { "--letters": "24cqi" }),
          ...(size !== "row" && { "--side": side ? `${side}px` : "100%" }),
          "--tint": placeholderColor(seed),
          "--x": `${24 + ((hash >>> 5) % 5) * 13}%`,
          "--y": `${24 + ((hash >>> 9) % 5) * 13}%`,
        } as CSSProperties
      }
    >
      {src && isShown && (
        <img
          {...imageSources(src, sizes ?? (side ? `${side}px` : "320px"))}
          alt={alt}
          width={side ?? 320}
          height={side ?? 320}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : undefined}
          decoding="async"
          draggable={false}
          onError={onError}
        />
      )}
    </span>
  );
}
