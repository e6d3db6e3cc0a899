import type { KeyboardEvent, MouseEvent, TouchEvent } from "react";
import { texts } from "../../texts/texts.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { gripIcon } from "../../ui/row-icons.tsx";
import styles from "./ReorderHandle.module.css";
import { control } from "./use-roving-focus.ts";

interface Props {
  title: string;
  tabIndex: 0 | -1;
  /** The arrow keys move its item. */
  lifted: boolean;
  /** The id of the text that says how it works. */
  hintId: string;
  /** The mouse or a finger is on it: a drag may follow. */
  onPress: (event: MouseEvent | TouchEvent) => void;
  onToggle: () => void;
  onDrop: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The handle that moves an item of a sortable list (specification 7.4, 20.7). */
export function ReorderHandle({ title, tabIndex, lifted, hintId, onPress, onToggle, onDrop, onKeyDown }: Props) {
  return (
    <IconButton
      label={texts.lists.reorder(title)}
      icon={gripIcon}
      pressed={lifted}
      tabIndex={tabIndex}
      aria-describedby={hintId}
      className={styles.handle}
      {...control("reorder")}
      onMouseDown={onPress}
      onTouchStart={onPress}
      // The click of a key or of a screen reader: a mouse's own counts its clicks.
      onClick={({ detail }) => detail === 0 && onToggle()}
      onBlur={lifted ? onDrop : undefined}
      onKeyDown={onKeyDown}
    />
  );
}
