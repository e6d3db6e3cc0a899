import type { ComponentPropsWithRef } from "react";
import { classes } from "./classes.ts";
import { List } from "./List.tsx";
import styles from "./RowSkeletons.module.css";
import skeleton from "./Skeleton.module.css";
import { lines } from "./Skeleton.tsx";
import { widgetTexts } from "./widget-texts.ts";

/** Placeholders for rows, each as high as a row. Drawn by the styles: the first frame of a start lays out all of them. */
export const RowSkeletons = ({ count = 6 }: { count?: number }) => (
  <List label={widgetTexts.loading} busy className={skeleton.breathing}>
    {Array.from({ length: count }, (_, index) => (
      <li key={index} className={styles.row}>
        {lines}
      </li>
    ))}
  </List>
);

/** A single one. Not a component: the element stays when the row comes. */
export const rowPlace = ({ className, ...rest }: ComponentPropsWithRef<"li">) => (
  <li {...rest} className={classes(styles.row, skeleton.place, className)}>
    {lines}
  </li>
);
