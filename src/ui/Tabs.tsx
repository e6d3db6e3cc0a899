import { createContext, type ReactNode, useContext } from "react";
import { Tabs as Base } from "@base-ui/react/tabs";
import { classes } from "./classes.ts";
import { useMediaQuery } from "./use-media-query.ts";
import styles from "./Tabs.module.css";

type Props = {
  /** The accessible name of the tab list. */
  label: string;
  value: string;
  onValue: (value: string) => void;
  tabs: readonly { value: string; label: string; icon?: ReactNode; content: ReactNode }[];
  /** A menu on the left from 1024 px. */
  side?: boolean;
  /** Keeps what is typed in the panels that are not shown. */
  keepMounted?: boolean;
};

const ShownContext = createContext(true);

/** Whether the panel that the caller stands in is shown; true outside of any. */
export const usePanelShown = (): boolean => useContext(ShownContext);

/** Tabs with roving focus. */
export function Tabs({ label, value, onValue, tabs, side = false, keepMounted = false }: Props) {
  const vertical = useMediaQuery("(width >= 64rem)") && side;
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onValue(String(next))}
      orientation={vertical ? "vertical" : "horizontal"}
      className={classes(styles.root, vertical && styles.side)}
    >
      <Base.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={styles.tab}>
            {tab.icon}
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} keepMounted={keepMounted} className={styles.panel}>
          <ShownContext value={tab.value === value}>{tab.content}</ShownContext>
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
