import type { Item } from "../lists/ItemList.tsx";
import { moveEntries } from "../lists/move-entries.tsx";
import { control } from "../lists/use-roving-focus.ts";
import { texts } from "../../texts/en.ts";
import { Menu } from "../../ui/Menu.tsx";

type Props = { title: string; moves: Item["moves"]; tabIndex: 0 | -1 };

/** Moves a playlist in a sortable list without dragging it (specification 20.7). */
export function MoveMenu({ title, moves, tabIndex }: Props) {
  const items = moveEntries(moves);
  if (items.length === 0) return null;
  return (
    <Menu label={texts.playlists.menu(title)} items={items} size="small" tabIndex={tabIndex} {...control("menu")} />
  );
}
