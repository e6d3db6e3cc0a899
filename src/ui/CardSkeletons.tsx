import { Card } from "./Card.tsx";
import { CardGrid } from "./CardGrid.tsx";
import { Skeleton } from "./Skeleton.tsx";
import { widgetTexts } from "./widget-texts.ts";
import styles from "./CardSkeletons.module.css";

/** Placeholders for cards, each as high as a card with a title of one line. */
export const CardSkeletons = ({ count = 6, strip = false }: { count?: number; strip?: boolean }) => (
  <CardGrid label={widgetTexts.loading} busy strip={strip}>
    {Array.from({ length: count }, (_, index) => (
      <Card
        key={index}
        className={strip ? styles.stripped : undefined}
        cover={<Skeleton shape="cover" />}
        title={<Skeleton className={styles.title} />}
        sub={<Skeleton className={styles.sub} />}
      />
    ))}
  </CardGrid>
);
