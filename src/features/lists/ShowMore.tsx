import { useLayoutEffect, useRef } from "react";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { focusHeading, partOf } from "../../ui/focus-heading.ts";

type Props = {
  /** Says more of what, where a page has several. */
  label?: string;
  /** There are others; without them the button goes. */
  more: boolean;
  /** How many items the list has now. */
  shown: number;
  busy?: boolean;
  small?: boolean;
  className?: string | undefined;
  onPress: () => void;
};

/** A list that became long is drawn again, a few rows in a frame; those where the button stood come first. */
const patience = 30;

/** "Show more" below a list: the focus goes on at the first item that comes (specification 20.4). */
export function ShowMore({ label = texts.playlists.more, more, shown, busy, small, className, onPress }: Props) {
  const pressed = useRef<{ button: Element; part: Element | null; shown: number }>(undefined);
  useLayoutEffect(() => {
    const before = pressed.current;
    if (before === undefined || (more && shown <= before.shown)) return undefined;
    pressed.current = undefined;
    let frame = 0;
    const goOn = (left: number) => {
      // A user who has gone elsewhere meanwhile stays there.
      const { activeElement } = document;
      if (activeElement !== before.button && activeElement !== document.body) return;
      const first = before.part && itemAt(before.part, before.shown)?.querySelector<HTMLElement>("a, button");
      if (first) first.focus();
      else if (left > 0 && shown > before.shown) frame = requestAnimationFrame(() => goOn(left - 1));
      else focusHeading(before.part?.querySelector<HTMLElement>("h1, h2"));
    };
    goOn(patience);
    return () => cancelAnimationFrame(frame);
  }, [more, shown]);
  if (!more) return null;
  return (
    // The browser would else keep this in view, and what comes stays above.
    <div className={className} style={{ overflowAnchor: "none" }}>
      <Button
        small={small}
        busy={busy}
        onClick={({ currentTarget }) => {
          pressed.current = { button: currentTarget, part: partOf(currentTarget), shown };
          onPress();
        }}
      >
        {label}
      </Button>
    </div>
  );
}

/** Of a long list not all items are rendered; those that are tell their place. */
const itemAt = (part: Element, index: number): Element | undefined =>
  part.querySelector("li[aria-posinset]")
    ? (part.querySelector(`li[aria-posinset="${index + 1}"]`) ?? undefined)
    : part.querySelectorAll("li")[index];
