import { List } from "./List.tsx";
import { ListRow } from "./ListRow.tsx";
import { Skeleton } from "./Skeleton.tsx";
import { widgetTexts } from "./widget-texts.ts";
import styles from "./RowSkeletons.module.css";

/** Placeholders for rows, each as high as a row. */
export function RowSkeletons({ count = 6 }: { count?: number }) {
  return (
    <List label={widgetTexts.loading} busy>
      {Array.from({ length: count }, (_, index) => (
        <ListRow
          key={index}
          className={styles.row}
          lead={<Skeleton shape="cover" className={styles.cover} />}
          title={<Skeleton className={styles.title} />}
          sub={<Skeleton className={styles.sub} />}
        />
      ))}
    </List>
  );
}
