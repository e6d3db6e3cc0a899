import { useState } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { texts } from "../../texts/texts.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { heartIcon } from "../../ui/row-icons.tsx";
import { control } from "../lists/use-roving-focus.ts";
import styles from "./LikeButton.module.css";
import { useLike } from "./likes.ts";

type Props = { song: SongSnapshot; liked: boolean; tabIndex?: number };

/** The heart (specification 4.5). Its name is constant; `aria-pressed` holds the state. */
export function LikeButton({ song, liked, tabIndex }: Props) {
  const like = useLike();
  // Set by the press, so that a list of liked songs does not beat as it comes.
  const [isBeating, setBeating] = useState(false);
  return (
    <IconButton
      label={texts.songs.like(song.title)}
      icon={heartIcon}
      pressed={liked}
      tabIndex={tabIndex}
      {...control("like")}
      className={styles.heart}
      data-beating={isBeating || undefined}
      onAnimationEnd={() => setBeating(false)}
      onClick={() => {
        setBeating(!liked);
        like(song, !liked);
      }}
    />
  );
}
