import { Pencil, RotateCcw, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { ListRow } from "../../ui/ListRow.tsx";
import { RowIcon } from "../../ui/RowIcon.tsx";
import styles from "./ChangeList.module.css";

type Props = {
  icon: ReactNode;
  title: string;
  sub?: string | undefined;
  onEdit?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
  onDiscard?: () => void;
};

/** A queued change, with what can be done about it. */
export function ChangeRow({ icon, title, sub, onEdit, onRetry, onDiscard }: Props) {
  return (
    <ListRow
      lead={<RowIcon>{icon}</RowIcon>}
      title={<span className={styles.title}>{title}</span>}
      sub={sub && <span className={styles.reason}>{sub}</span>}
      trail={
        onDiscard && (
          <>
            {onEdit && <Act icon={<Pencil />} name={texts.changes.edit} {...{ title }} onAct={onEdit} />}
            {onRetry && <Act icon={<RotateCcw />} name={texts.changes.retry} {...{ title }} leaves onAct={onRetry} />}
            <Act icon={<Trash2 />} name={texts.changes.discard} {...{ title }} leaves onAct={onDiscard} />
          </>
        )
      }
    />
  );
}

type ActProps = { icon: ReactNode; name: string; title: string; leaves?: boolean; onAct: () => void };

/** A row's button; on phones only its icon. */
function Act({ icon, name, title, leaves, onAct }: ActProps) {
  const label = `${name}: ${title}`;
  return (
    <Button small icon={icon} aria-label={label} title={label} className={styles.act} {...{ leaves }} onClick={onAct}>
      <span className={styles.name}>{name}</span>
    </Button>
  );
}
