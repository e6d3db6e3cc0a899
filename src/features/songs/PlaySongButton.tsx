import { type ComponentPropsWithRef, type MouseEvent, type PointerEvent, useRef } from "react";
import { texts } from "../../texts/texts.ts";

type Props = {
  title: string;
  /** Its name; by default that it plays the song. */
  label?: string;
} & Omit<ComponentPropsWithRef<"button">, "title" | "type" | "aria-label">;

/** A finger that stays longer has changed its mind; milliseconds, those of a long press on phones. */
const longPressMs = 500;

/** The action of a song's row or card. It lies over all of it, and its name says what a press does. */
export function PlaySongButton({ title, label = texts.songs.play(title), onClick, ...rest }: Props) {
  /** When a finger came down last; undefined if that was a mouse. */
  const touchedAt = useRef<number>(undefined);
  const press = (event: PointerEvent) => {
    touchedAt.current = event.pointerType === "touch" ? event.timeStamp : undefined;
  };
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // A count of 0 comes from the keyboard or a screen reader.
    const held = event.detail > 0 && touchedAt.current !== undefined ? event.timeStamp - touchedAt.current : 0;
    if (held < longPressMs) onClick?.(event);
  };
  return <button type="button" aria-label={label} onPointerDown={press} onClick={click} {...rest} />;
}
