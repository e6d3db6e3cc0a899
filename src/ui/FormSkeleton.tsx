import { Skeleton } from "./Skeleton.tsx";
import { widgetTexts } from "./widget-texts.ts";
import styles from "./FormSkeleton.module.css";

/** The placeholder of a form; each line is as high as a field. */
export const FormSkeleton = ({ fields = 3 }: { fields?: number }) => (
  <div role="group" aria-label={widgetTexts.loading} aria-busy="true" className={styles.form}>
    {Array.from({ length: fields }, (_, index) => (
      <Skeleton key={index} shape="card" className={styles.field} />
    ))}
  </div>
);
