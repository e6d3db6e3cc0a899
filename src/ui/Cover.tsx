import { useState, type CSSProperties } from "react";
import { classes } from "./classes.ts";
import { coverColor, hashOf } from "./cover-color.ts";
import { imageSources } from "./image-sources.ts";
import styles from "./Cover.module.css";

type Props = {
  /** Path of the image, without a width. */
  src: string | null | undefined;
  /** Chooses the placeholder: the id, or the title. */
  seed: string;
  /** Side in px; `fill` takes the width it is given. */
  size: number | "fill";
  /** How wide a filling cover gets, as of `<img sizes>`. */
  sizes?: string;
  /** Empty where the title stands beside it. */
  alt?: string;
  /** For the one above the fold that the page is about. */
  eager?: boolean;
  className?: string;
};

/** A square cover that keeps its place; without an image, or with a broken one, it is a drawn sleeve. */
export function Cover({ src, seed, size, sizes, alt = "", eager = false, className }: Props) {
  const [broken, setBroken] = useState<string>();
  const side = size === "fill" ? undefined : size;
  const hash = hashOf(seed);
  return (
    <span
      className={classes(styles.cover, className)}
      style={
        {
          "--side": side ? `${side}px` : "100%",
          "--tint": coverColor(seed),
          "--x": `${24 + ((hash >>> 5) % 5) * 13}%`,
          "--y": `${24 + ((hash >>> 9) % 5) * 13}%`,
        } as CSSProperties
      }
    >
      {src && src !== broken && (
        <img
          {...imageSources(src, sizes ?? (side ? `${side}px` : "320px"))}
          alt={alt}
          width={side ?? 320}
          height={side ?? 320}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : undefined}
          decoding="async"
          draggable={false}
          onError={() => setBroken(src)}
        />
      )}
    </span>
  );
}
