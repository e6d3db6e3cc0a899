import type { CSSProperties } from "react";
import { useBrokenImage } from "./broken-image.ts";
import { imageSources } from "./image-sources.ts";
import { placeholderColor } from "./cover-color.ts";
import { initialsOf } from "./initials.ts";
import styles from "./Avatar.module.css";

type Props = { src: string | null | undefined; name: string; size?: number };

/** A person's picture or initials. Hidden from screen readers, because the name stands beside it. */
export function Avatar({ src, name, size = 36 }: Props) {
  const { isBroken, onError } = useBrokenImage(src);
  return (
    <span
      className={styles.avatar}
      style={{ "--side": `${size}px`, "--tint": placeholderColor(name) } as CSSProperties}
      aria-hidden="true"
    >
      {src && !isBroken ? (
        <img
          {...imageSources(src, `${size}px`)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={onError}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}
