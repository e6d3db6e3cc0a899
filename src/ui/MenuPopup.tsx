import { type KeyboardEvent, useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { Menu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { classes } from "./classes.ts";
import { addLayers } from "./layers-above.ts";
import styles from "./MenuPopup.module.css";
import grip from "./sheet-grip.module.css";
import { useBackCloses } from "./use-back-closes.ts";
import { useMediaQuery } from "./use-media-query.ts";
import { useSwipeClose } from "./use-swipe-close.ts";

type MenuItem = {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  destructive?: boolean;
  disabled?: boolean;
  /** Makes it an option of a choice, such as the theme. */
  checked?: boolean;
  /** Makes it a switch: on or off. */
  toggled?: boolean;
};
/** Entries under a heading, such as those of a choice: screen readers say the heading with each. */
type MenuGroup = { heading: string; items: readonly MenuItem[] };
/** "line" separates what stands above it from what stands below. */
export type MenuEntry = MenuItem | MenuGroup | "line";

type Props = {
  label: string;
  items: readonly MenuEntry[];
  /** What stands on top of the sheet that it is on a phone; without it, it is no sheet. */
  sheet?: ReactNode;
  open: boolean;
  /** Opened with the keyboard: focuses the first entry. */
  byKeyboard: boolean;
  onOpenChange: (open: boolean) => void;
  button: RefObject<HTMLButtonElement | null>;
  align?: "start" | "end" | undefined;
};

/** The landmarks in which a menu may stand: outside of them screen readers that go by landmarks would not find it. */
const places = "dialog, main, :is(header, section):not(main *, dialog *)";

/** The open menu of `Menu`, in a file of its own so that it loads late. */
export function MenuPopup({ label, items, sheet, open, byKeyboard, onOpenChange, button, align = "end" }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  const chosen = useRef<MenuItem>(undefined);
  const isTabbed = useRef(false);
  const isOnPhone = useMediaQuery("(width <= 40rem), (pointer: coarse)");
  // From then on, to give the entry back where a phone is turned while the menu is open.
  const [wasOnPhone, setWasOnPhone] = useState(isOnPhone);
  if (isOnPhone && !wasOnPhone) setWasOnPhone(true);
  useEffect(() => {
    if (!open) return undefined;
    isTabbed.current = false;
    return addLayers("menu");
  }, [open]);
  const select = (item: MenuItem) => {
    chosen.current = item;
    onOpenChange(false);
  };
  // After the focus is back on the button: a dialog that the entry opens returns the focus there.
  const settle = (isOpen: boolean) => {
    if (isOpen) {
      // Unless arrows have moved on while it opened.
      const hasEntry = popup.current?.querySelector("[role^=menuitem]:focus") !== null;
      if (byKeyboard && !hasEntry) popup.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
      return;
    }
    const item = chosen.current;
    chosen.current = undefined;
    if (item) button.current?.focus({ preventScroll: true });
    item?.onSelect();
  };
  // As a menu of the system does it: on from its button. The library would go to a place that nobody sees.
  const closeOnTab = (event: KeyboardEvent) => {
    if (event.key !== "Tab") return;
    isTabbed.current = true;
    button.current?.focus({ preventScroll: true });
    onOpenChange(false);
  };
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange} onOpenChangeComplete={settle}>
      {wasOnPhone && <BackCloses open={open && isOnPhone} onClose={() => onOpenChange(false)} />}
      {/* Inside the landmark, because everything outside a modal dialog is inert. */}
      <Menu.Portal container={button.current?.closest<HTMLElement>(places) ?? undefined}>
        {sheet && <Menu.Backdrop className={styles.veil} />}
        <Menu.Positioner
          anchor={button}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={classes(styles.positioner, sheet !== undefined && styles.sheet)}
        >
          <Menu.Popup
            ref={popup}
            className={classes(grip.bar, styles.popup)}
            aria-label={label}
            finalFocus={() => !isTabbed.current && button.current}
            onKeyDownCapture={closeOnTab}
          >
            {sheet && <SheetTop menu={popup} onClose={() => onOpenChange(false)} content={sheet} />}
            {items.map((entry, index) => (
              <Entry key={keyOf(entry, index)} {...{ entry, select }} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Elsewhere a menu leaves the history alone, with its Forward. It stays while the menu is closed, to give its entry back. */
function BackCloses({ open, onClose }: { open: boolean; onClose: () => void }) {
  useBackCloses(open, true, onClose);
  return null;
}

type TopProps = { menu: RefObject<HTMLElement | null>; onClose: () => void; content: ReactNode };

/** Mounts with the popup, so that the way of a finger is watched from then on. */
function SheetTop({ menu, onClose, content }: TopProps) {
  const isSheet = useMediaQuery("(width <= 40rem)");
  useSwipeClose(menu, isSheet, onClose);
  return <div className={styles.top}>{content}</div>;
}

function keyOf(entry: MenuEntry, index: number): string | number {
  if (entry === "line") return index;
  return "heading" in entry ? entry.heading : entry.label;
}

function Entry({ entry, select }: { entry: MenuEntry; select: (item: MenuItem) => void }) {
  if (entry === "line") return <Menu.Separator className={styles.line} />;
  if ("heading" in entry) {
    return (
      <Menu.Group>
        <Menu.GroupLabel className={styles.heading}>{entry.heading}</Menu.GroupLabel>
        {entry.items.map((item) => (
          <Entry key={item.label} entry={item} select={select} />
        ))}
      </Menu.Group>
    );
  }
  const { label, icon, destructive, disabled, checked, toggled } = entry;
  const shared = {
    className: classes(styles.item, destructive && styles.destructive),
    disabled,
    onClick: () => select(entry),
  };
  const content = (
    <>
      {icon && <span className={styles.icon}>{icon}</span>}
      <span className={styles.label}>{label}</span>
      {(checked || toggled) && <Check className={styles.check} aria-hidden="true" />}
    </>
  );
  if (toggled !== undefined) {
    return (
      <Menu.CheckboxItem {...shared} checked={toggled} closeOnClick>
        {content}
      </Menu.CheckboxItem>
    );
  }
  if (checked === undefined) return <Menu.Item {...shared}>{content}</Menu.Item>;
  return (
    <Menu.CheckboxItem {...shared} role="menuitemradio" checked={checked} aria-checked={checked} closeOnClick>
      {content}
    </Menu.CheckboxItem>
  );
}
