import { Check, Plus } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { Cover } from "../../ui/Cover.tsx";
import { ListRow } from "../../ui/ListRow.tsx";
import { ItemList } from "../lists/ItemList.tsx";
import { control } from "../lists/use-roving-focus.ts";
import { useCoverUrl } from "../songs/cover-url.ts";
import styles from "./ChoiceList.module.css";

interface Item {
  _id: string;
  title: string;
}

interface Shown {
  /** What a press of the row does, for screen readers. */
  action: string;
  image: string | null;
  sub: ReactNode;
  time?: string;
  /** It has been chosen, and a press takes that back. */
  chosen?: boolean;
}

type Props<T extends Item> = {
  label: string;
  items: readonly T[];
  show: (item: T) => Shown;
  onChoose: (item: T, event: MouseEvent) => void;
};

/** What "Add Song" offers: each row adds with one press (specification 3.16.3). */
export function ChoiceList<T extends Item>({ label, items, show, onChoose }: Props<T>) {
  const coverUrl = useCoverUrl();
  const byId = new Map(items.map((item) => [item._id, item]));
  return (
    <ItemList label={label} ids={[...byId.keys()]}>
      {({ id, attributes, tabIndex }) => {
        const item = byId.get(id);
        if (item === undefined) return null;
        const { action, image, sub, time, chosen } = show(item);
        const Sign = chosen ? Check : Plus;
        return (
          <ListRow
            {...attributes}
            isChoice
            hasLongTitle
            action={
              <button
                type="button"
                aria-label={action}
                tabIndex={tabIndex}
                {...control("add")}
                onClick={(event) => onChoose(item, event)}
              />
            }
            lead={<Cover src={coverUrl(image)} seed={id} title={item.title} size={40} />}
            title={item.title}
            sub={sub}
            time={time}
            end={<Sign className={styles.sign} data-chosen={chosen} aria-hidden="true" />}
          />
        );
      }}
    </ItemList>
  );
}
