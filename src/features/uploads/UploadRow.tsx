import { ChevronDown, X } from "lucide-react";
import { type ComponentProps, memo, useId, useState } from "react";
import { texts } from "../../texts/texts.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { errorsOf, type Row } from "./upload-row.ts";
import { UploadFields } from "./UploadFields.tsx";
import { FileCover } from "./FileCover.tsx";
import styles from "./UploadRow.module.css";

type Props = ComponentProps<typeof UploadFields> & {
  /** It stood alone before, with its fields in sight. */
  stoodAlone: boolean;
};

/**
 * One of several songs: a row that expands to its fields. Renders for news of its own file only: of 200 files some 600
 * things become known.
 */
export const UploadRow = memo(function UploadRow({ row, limits, dispatch, stoodAlone }: Props) {
  const id = useId();
  const errors = errorsOf(row, limits);
  const missing = Object.values(errors).find(Boolean);
  const wasChecked = row.left.has("title") && row.left.has("genre");
  const isTold = missing !== undefined && wasChecked;
  const [isOpen, setOpen] = useState(isTold || stoodAlone);
  // After a submit a row with errors opens, so that its field can take the focus. It stays open once they are mended, as
  // the user may be in the middle of a word.
  const [checked, setChecked] = useState(row.left);
  if (checked !== row.left) {
    setChecked(row.left);
    if (isTold) setOpen(true);
  }
  const name = row.file?.name ?? "";
  return (
    <li className={styles.row} data-row={row.id}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <FileCover file={row.cover} seed={name} />
          <span className={styles.text}>
            <span className={styles.title} dir="auto">
              {row.values.title || name}
            </span>
            <Summary
              row={row}
              problem={errors.audio}
              missing={missing && texts.sentence(missing)}
              isTold={wasChecked}
            />
          </span>
          <ChevronDown className={styles.arrow} aria-hidden="true" />
        </button>
        <IconButton
          label={texts.uploads.removeSong(name)}
          icon={<X />}
          {...removeMark}
          onClick={({ currentTarget }) => {
            focusNeighbour(currentTarget);
            dispatch({ type: "row-removed", id: row.id });
          }}
        />
      </div>
      <div id={id} role="group" aria-label={name} hidden={!isOpen} className={styles.body}>
        {errors.audio && <p className={styles.problem}>{errors.audio}</p>}
        <UploadFields {...{ row, limits, dispatch }} />
      </div>
    </li>
  );
});

const removeMark = { "data-remove": "" };

/**
 * Moves the focus to the same button of the next row, or of the one before it: its own goes (specification 20.4). Rows that
 * have just been removed are passed over: until they have faded they stay, and take no press.
 */
function focusNeighbour(button: HTMLElement): void {
  const row = button.closest("li");
  const rows = [...(row?.parentElement?.querySelectorAll("li") ?? [])].filter(
    (one) => one === row || one.style.pointerEvents !== "none",
  );
  const at = row ? rows.indexOf(row) : -1;
  (rows[at + 1] ?? rows[at - 1])?.querySelector<HTMLElement>("[data-remove]")?.focus();
}

type SummaryProps = {
  row: Row;
  /** Why the file cannot be uploaded. */
  problem: string | undefined;
  /** The first of what the fields lack. */
  missing: string | undefined;
  /** It is an error by now; before a submit it is a note. */
  isTold: boolean;
};

/** The collapsed row's text: its error, else what it lacks, else artist and genre. */
function Summary({ row, problem = row.problem, missing, isTold }: SummaryProps) {
  const { artist, genre } = row.values;
  if (row.reading) return <span className={styles.sub}>{texts.uploads.reading}</span>;
  if (problem !== undefined) return <span className={styles.problem}>{problem}</span>;
  if (missing !== undefined) return <span className={isTold ? styles.problem : styles.sub}>{missing}</span>;
  return <span className={styles.sub}>{`${artist} · ${genre}`}</span>;
}
