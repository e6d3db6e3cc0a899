import { useState, type CSSProperties } from "react";
import { imageSources } from "./image-sources.ts";
import { placeholderColor } from "./cover-color.ts";
import { initialsOf } from "./initials.ts";
import styles from "./Avatar.module.css";

type Props = { src: string | null | undefined; name: string; size?: number };

/** A person's picture or initials. Hidden from screen readers, because the name stands beside it. */
export function Avatar({ src, name, size = 36 }: Props) {
  const [broken, setBroken] = useState<string>();
  return (
    <span
      className={styles.avatar}
      style={{ "--side": `${size}px`, "--tint": placeholderColor(name) } as CSSProperties}
      aria-hidden="true"
    >
      {src && src !== broken ? (
        <img
          {...imageSources(src, `${size}px`)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}
