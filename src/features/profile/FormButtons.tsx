import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./Profile.module.css";

type Props = { submit: string; busy: boolean; onCancel: () => void };

/** The end of a form that folds away; the accent is that of the profile itself. */
export const FormButtons = ({ submit, busy, onCancel }: Props) => (
  <div className={styles.buttons}>
    <Button type="submit" busy={busy}>
      {submit}
    </Button>
    <Button variant="plain" disabled={busy} onClick={onCancel}>
      {texts.profile.cancel}
    </Button>
  </div>
);
