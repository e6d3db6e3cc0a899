import { texts } from "../../texts/texts.ts";
import { LiveText } from "../../ui/LiveText.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import styles from "./ChoiceSearch.module.css";

type Props = {
  label: string;
  value: string;
  onValue: (value: string) => void;
  /** How many choices match, for screen readers; undefined while they are loading. */
  count: number | undefined;
  /** There may be others. */
  more?: boolean;
  /** As of `Dialog`. */
  "data-autofocus"?: boolean;
};

/** The search above the choices of a dialog. It stays in reach while they scroll. */
export function ChoiceSearch({ label, value, onValue, count, more, ...rest }: Props) {
  return (
    <>
      <div className={styles.search}>
        <SearchField label={label} placeholder={label} value={value} onValue={onValue} {...rest} />
      </div>
      <LiveText polite>
        {value === "" || count === undefined ? "" : texts.search[more ? "foundMore" : "found"](count)}
      </LiveText>
    </>
  );
}
