import { useRef, useState, type ReactNode } from "react";
import { IconButton } from "./IconButton.tsx";
import { part, partFailed } from "./lazy-part.tsx";
import type { MenuEntry } from "./MenuPopup.tsx";
import { moreIcon } from "./row-icons.tsx";

type Props = {
  id?: string;
  /** The button's accessible name. */
  label: string;
  /** As a function, they are made when the menu opens. */
  items: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  /** Makes it a sheet from below on a phone, with this on top. */
  sheet?: ReactNode;
  icon?: ReactNode;
  /** A word below the icon, which is a part of the name. */
  caption?: string | undefined;
  look?: "bare" | "solid";
  size?: "small" | "normal";
  align?: "start" | "end";
  disabled?: boolean;
  tabIndex?: number | undefined;
  className?: string;
};

const load = () => import("./MenuPopup.tsx");
const MenuPopup = part(async () => (await load()).MenuPopup);
/** Preloads only: opening requests it again. */
const prepare = () => void load().catch(() => {});

/** A button with a menu. The menu loads and mounts when it is first opened, so that long lists pay for buttons only. */
export function Menu({ label, items, sheet, icon = moreIcon, align, ...native }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState<"pointer" | "keyboard">();
  const show = (by: "pointer" | "keyboard") => {
    setOpened(by);
    setOpen(true);
  };
  return (
    <>
      <IconButton
        ref={button}
        {...native}
        {...{ label, icon }}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        // A click with a count of 0 came from the keyboard.
        onClick={(event) => show(event.detail ? "pointer" : "keyboard")}
        onKeyDown={(event) => {
          // In a list of rows the arrows walk the rows.
          if (event.defaultPrevented || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
          event.preventDefault();
          show("keyboard");
        }}
      />
      {opened && (
        <MenuPopup
          {...{ label, sheet, align, open }}
          items={typeof items === "function" ? items() : items}
          byKeyboard={opened === "keyboard"}
          onOpenChange={setOpen}
          button={button}
          onFailed={() => {
            setOpen(false);
            setOpened(undefined);
            button.current?.dispatchEvent(new CustomEvent(partFailed, { bubbles: true }));
          }}
        />
      )}
    </>
  );
}
