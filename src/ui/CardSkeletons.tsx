import type { ComponentPropsWithRef } from "react";
import { CardGrid } from "./CardGrid.tsx";
import styles from "./CardSkeletons.module.css";
import { classes } from "./classes.ts";
import skeleton from "./Skeleton.module.css";
import { lines } from "./Skeleton.tsx";
import { widgetTexts } from "./widget-texts.ts";

/** Placeholders for cards, each as high as a card with a title of one line; drawn by the styles, as those for rows. */
export const CardSkeletons = ({ count = 6, strip = false }: { count?: number; strip?: boolean }) => (
  <CardGrid label={widgetTexts.loading} busy strip={strip} className={skeleton.breathing}>
    {Array.from({ length: count }, (_, index) => (
      <li key={index} className={classes(styles.card, strip && styles.stripped)}>
        {lines}
      </li>
    ))}
  </CardGrid>
);

/** A single one. Not a component: the element stays when the card comes. */
export const cardPlace = ({ className, ...rest }: ComponentPropsWithRef<"li">) => (
  <li {...rest} className={classes(styles.card, skeleton.place, className)}>
    {lines}
  </li>
);
