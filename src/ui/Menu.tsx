import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { EllipsisVertical } from "lucide-react";
import { IconButton } from "./IconButton.tsx";

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  destructive?: boolean;
  disabled?: boolean;
  /** Makes it one of a choice, such as the theme. */
  checked?: boolean;
};
/** A line between groups, or a heading above one. */
export type MenuEntry = MenuItem | "line" | { heading: string };

type Props = {
  /** The button's accessible name. */
  label: string;
  items: readonly MenuEntry[];
  icon?: ReactNode;
  look?: "bare" | "solid";
  size?: "small" | "normal";
  align?: "start" | "end";
  disabled?: boolean;
  className?: string;
};

const load = () => import("./MenuPopup.tsx");
const MenuPopup = lazy(async () => ({ default: (await load()).MenuPopup }));

/**
 * A button with a menu. A row of a long list pays for the button alone: the menu is loaded and mounted when it is
 * first opened.
 */
export function Menu({
  label,
  items,
  icon = <EllipsisVertical />,
  look,
  size,
  align,
  disabled,
  className,
}: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const show = () => {
    setUsed(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton
        ref={button}
        {...{ label, icon, look, size, disabled, className }}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={show}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          show();
        }}
      />
      {used && (
        <Suspense>
          <MenuPopup {...{ label, items, align, open }} onOpenChange={setOpen} button={button} />
        </Suspense>
      )}
    </>
  );
}
