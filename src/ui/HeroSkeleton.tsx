import { HeroPanel } from "./HeroPanel.tsx";
import { Skeleton } from "./Skeleton.tsx";
import styles from "./HeroSkeleton.module.css";

/** The place of a `HeroPanel`. */
export const HeroSkeleton = () => (
  <HeroPanel
    busy
    heading={<Skeleton className={styles.heading} />}
    cover={<Skeleton shape="cover" />}
    title={<Skeleton className={styles.title} />}
    sub={<Skeleton className={styles.heading} />}
  />
);
