import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine } from "lucide-react";
import type { ReactNode } from "react";
import { texts } from "../../texts/texts.ts";
import type { MenuEntry } from "../../ui/MenuPopup.tsx";
import type { Item } from "./ItemList.tsx";
import { type Step, steps } from "./moves.ts";

const icons: Record<Step, ReactNode> = {
  up: <ArrowUp />,
  down: <ArrowDown />,
  top: <ArrowUpToLine />,
  bottom: <ArrowDownToLine />,
};

/** Entries for an item's menu that move it in a sortable list (specification 20.7). */
export const moveEntries = (moves: Item["moves"]): MenuEntry[] =>
  steps.flatMap((step) => {
    const onSelect = moves?.[step];
    return onSelect === undefined ? [] : [{ label: texts.lists.steps[step], icon: icons[step], onSelect }];
  });
