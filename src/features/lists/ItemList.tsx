import {
  type CSSProperties,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { hasSameItems } from "../../../contract/rules/same-items.ts";
import { lazyImport } from "../../app/lazy-import.ts";
import { texts } from "../../texts/texts.ts";
import { startGateOpen } from "../../lib/start-gate.ts";
import { CardGrid } from "../../ui/CardGrid.tsx";
import { part } from "../../ui/lazy-part.tsx";
import { List } from "../../ui/List.tsx";
import { LiveText } from "../../ui/LiveText.tsx";
import { mostMoving } from "../../ui/use-list-motion.ts";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import styles from "./ItemList.module.css";
import type { Step } from "./moves.ts";
import { ReorderHandle } from "./ReorderHandle.tsx";
import { manyItems, placeItems, type Range, useItemWindow } from "./row-window.ts";
import { type Press, type Reorder, type ReorderCommands, useReorder } from "./use-reorder.ts";
import { findItem, itemMark, useRovingFocus } from "./use-roving-focus.ts";
import { useStripEnd } from "./use-strip-end.ts";

/** Loaded by sortable lists only, and not while the first screen and its first sound need the processor. */
const PointerSort = part(async () => {
  await startGateOpen();
  return (await lazyImport(() => import("./PointerSort.tsx"))).PointerSort;
});

/** What an item needs of its list; the same object while nothing of it changes, so that items can be memoized. */
export interface Item {
  id: string;
  /** From 0. */
  index: number;
  /** It was rendered with a few others of its list. */
  isByParts: boolean;
  /** For the `<li>`; always the same element, so that a drag survives when its content arrives. */
  attributes: ItemAttributes;
  /** For the item's controls, which also have `control(name)`. */
  tabIndex: 0 | -1;
  /** Of a sortable list: the handle, and the moves for the item's menu; those that lead nowhere are left out. */
  handle: ReactNode;
  moves: Partial<Record<Step, () => void>> | undefined;
}

type ItemAttributes = {
  [itemMark]: string;
  "data-lifted"?: "keys";
  "aria-posinset"?: number;
  "aria-setsize"?: number;
  style?: CSSProperties;
};

type Props = {
  /** Its accessible name. */
  label: string;
  /** `strip`: cards in one line that scrolls sideways. */
  layout?: "rows" | "cards" | "strip";
  /** All ids in order. */
  ids: readonly string[];
  /** The index of the initial tab stop, such as the row that plays. */
  start?: number;
  busy?: boolean;
  /** Makes it sortable. */
  reorder?: Reorder | undefined;
  /** Called with the rendered items whenever they change: what is near the screen. Must be stable. */
  onNear?: ((range: Range) => void) | undefined;
  /** Renders an item; the list and its items render again only when it changes. */
  children: (item: Item) => ReactNode;
};

/**
 * A list of any length, as rows or as cards: long ones are virtualized (specification 3.15.3), one Tab stop, arrow keys
 * between items (20.4), and, with `reorder`, sortable by mouse, touch, keyboard and menu (7.4, 20.7).
 */
export const ItemList = memo(function ItemList(props: Props) {
  const { label, layout = "rows", ids: given, start = -1, busy = false, reorder, onNear, children: render } = props;
  const ref = useRef<HTMLDivElement>(null);
  const press = useRef<Press>(undefined);
  const hintId = useId();
  const [dragged, setDragged] = useState<string>();
  const { ids, lifted, spoken, commands } = useReorder(given, reorder);
  const isStrip = layout === "strip";
  const inLines = useItemWindow(ref, isStrip ? 0 : ids.length, layout === "rows");
  const stripEnd = useStripEnd(ref, isStrip ? ids.length : 0);
  const tabStop = useRovingFocus(ref, { ids, start, layout, paused: lifted !== undefined });
  const shown = isStrip ? { ...inLines, height: 0, end: Math.max(stripEnd, tabStop + 1) } : inLines;
  const { columns } = shown;
  const isLong = ids.length > manyItems;
  const kept = dragged === undefined ? [tabStop] : [tabStop, ids.indexOf(dragged)];
  const { placed, missingAfter } = placeItems(shown, ids.length, isLong ? kept : [], columns);
  const rendered = useSame(placed.map(({ index }) => ids[index] ?? ""));
  const { first, end } = shown;
  useEffect(() => onNear?.({ first, end }), [onNear, first, end]);
  useKeepInView(ref, lifted);

  const onPress = useCallback<Press>((id, event) => press.current?.(id, event), []);
  const setPress = useCallback((pressNow: Press | undefined) => {
    press.current = pressNow;
  }, []);
  const heightOf = (lines: number) => lines * shown.height;
  const firstLine = Math.floor((placed[0]?.index ?? 0) / columns);
  const items = placed.map(({ index, missingBefore }) => {
    const id = ids[index] ?? "";
    return (
      <ListItem
        key={id}
        id={id}
        index={index}
        count={ids.length}
        isLong={isLong}
        isByParts={shown.isByParts}
        gap={Math.floor(index / columns) === firstLine ? 0 : heightOf(missingBefore)}
        columns={columns}
        tabIndex={index === tabStop ? 0 : -1}
        lifted={id === lifted}
        hintId={hintId}
        title={reorder?.nameOf(id)}
        commands={commands}
        onPress={onPress}
        render={render}
      />
    );
  });
  return (
    <>
      <div
        ref={ref}
        className={isLong ? `${styles.list} ${styles.long}` : styles.list}
        // Padding for the lines that are not rendered.
        style={{
          paddingBlockStart: heightOf(placed[0]?.missingBefore ?? 0),
          paddingBlockEnd: heightOf(missingAfter),
        }}
      >
        {layout === "rows" ? (
          <List label={label} busy={busy}>
            {items}
          </List>
        ) : (
          <CardGrid
            label={label}
            busy={busy}
            strip={layout === "strip"}
            // The drag moves the cards of a sortable one itself.
            moving={reorder === undefined && ids.length <= mostMoving}
          >
            {items}
          </CardGrid>
        )}
      </div>
      {reorder && (
        <>
          <VisuallyHidden>
            <span id={hintId}>{texts.lists.hint}</span>
          </VisuallyHidden>
          <LiveText turn={spoken.turn}>{spoken.text}</LiveText>
          <PointerSort
            root={ref}
            onReady={setPress}
            ids={ids}
            rendered={rendered}
            layout={layout === "rows" ? "rows" : "cards"}
            onDrag={setDragged}
            onDrop={commands.moveTo}
            // The keyboard and the menu still move.
            onFailed={() => console.warn("Dragging could not be loaded")}
          />
        </>
      )}
    </>
  );
});

type ListItemProps = Pick<Item, "id" | "index" | "isByParts" | "tabIndex"> & {
  count: number;
  /** Not all items are rendered. */
  isLong: boolean;
  /** Space for the lines that are not rendered right before its own, in px. */
  gap: number;
  columns: number;
  lifted: boolean;
  hintId: string;
  /** Undefined while unknown, and in a list that is not sortable. */
  title: string | undefined;
  commands: ReorderCommands;
  onPress: Press;
  render: (item: Item) => ReactNode;
};

/** An item with its place and its handle. */
const ListItem = memo(function ListItem(props: ListItemProps) {
  const { id, index, count, isLong, isByParts, gap, columns, tabIndex, lifted, hintId, title } = props;
  const { commands, onPress, render } = props;
  const attributes = useMemo((): ItemAttributes => {
    const style = { marginBlockStart: gap, gridColumnStart: columns === 1 ? undefined : (index % columns) + 1 };
    return {
      [itemMark]: id,
      ...(lifted && { "data-lifted": "keys" }),
      ...(isLong && { "aria-posinset": index + 1, "aria-setsize": count, style }),
    };
  }, [id, index, count, isLong, gap, columns, lifted]);
  const handle = useMemo(
    () =>
      title !== undefined && (
        <ReorderHandle
          title={title}
          tabIndex={tabIndex}
          lifted={lifted}
          hintId={hintId}
          onPress={(event) => onPress(id, event)}
          onToggle={() => commands.toggle(id)}
          onDrop={commands.drop}
          onKeyDown={(event) => commands.handleKey(event, columns)}
        />
      ),
    [id, title, tabIndex, lifted, hintId, columns, commands, onPress],
  );
  const isSortable = title !== undefined;
  const isFirst = index === 0;
  const isLast = index === count - 1;
  const moves = useMemo(() => {
    if (!isSortable) return undefined;
    const ways: Step[] = [
      ...(isFirst ? [] : (["up", "top"] as const)),
      ...(isLast ? [] : (["down", "bottom"] as const)),
    ];
    return Object.fromEntries(ways.map((step) => [step, () => commands.step(id, step)]));
  }, [id, isSortable, isFirst, isLast, commands]);
  return render(
    useMemo(
      () => ({ id, index, isByParts, attributes, tabIndex, handle, moves }),
      [id, index, isByParts, attributes, tabIndex, handle, moves],
    ),
  );
});

/** The same array for the same ids. */
function useSame(ids: readonly string[]): readonly string[] {
  const [before, setBefore] = useState(ids);
  if (hasSameItems(before, ids)) return before;
  setBefore(ids);
  return ids;
}

/** Keeps the lifted item in view while the keys move it. */
function useKeepInView(ref: RefObject<HTMLElement | null>, id: string | undefined): void {
  // After every render, because any may move it.
  useLayoutEffect(() => {
    if (id === undefined || ref.current === null) return;
    const handle = findItem(ref.current, id)?.querySelector<HTMLElement>("[aria-pressed=true][aria-describedby]");
    handle?.focus({ preventScroll: true });
    handle?.scrollIntoView({ block: "nearest" });
  });
}
