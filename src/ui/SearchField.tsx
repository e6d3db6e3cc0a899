import type { ComponentPropsWithRef } from "react";
import { Search } from "lucide-react";
import { classes } from "./classes.ts";
import styles from "./SearchField.module.css";

type Own = {
  /** Its accessible name. */
  label: string;
  value: string;
  onValue: (value: string) => void;
  /** Collapses to its icon until hover or focus. */
  folded?: boolean;
};
type Props = Own & Omit<ComponentPropsWithRef<"input">, keyof Own | "type">;

/** The search box. */
export function SearchField({ label, value, onValue, folded, className, ...rest }: Props) {
  return (
    <label className={classes(styles.field, folded && !value && styles.folded, className)}>
      <Search className={styles.icon} aria-hidden="true" />
      <input
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        {...rest}
        type="search"
        aria-label={label}
        className={styles.input}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </label>
  );
}

/** In its place before the script that searches is there. */
export const SearchPlace = ({ folded }: { folded?: boolean }) => (
  <div className={classes(styles.field, folded && styles.folded)} aria-hidden="true">
    <Search className={styles.icon} />
    <div className={styles.input} />
  </div>
);
