import type { ComponentPropsWithRef } from "react";
import { texts } from "../../texts/texts.ts";

type Props = { title: string } & Omit<ComponentPropsWithRef<"button">, "title" | "type" | "aria-label">;

/** The action of a song's row or card. It lies over all of it, and its name says what a press does. */
export const PlaySongButton = ({ title, ...rest }: Props) => (
  <button type="button" aria-label={texts.songs.play(title)} {...rest} />
);
