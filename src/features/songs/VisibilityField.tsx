import { texts } from "../../texts/texts.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { useOwnProfile } from "../auth/own-profile.ts";
import styles from "./VisibilityField.module.css";

type Props = { isPrivate: boolean; onPrivate: (isPrivate: boolean) => void; readOnly?: boolean };

/** Only artists choose; everyone else's songs are private (specification 4.3). */
export function VisibilityField({ isPrivate, onPrivate, readOnly = false }: Props) {
  const me = useOwnProfile();
  if (me === undefined) return null;
  if (!me.artist) return <p className={styles.note}>{texts.songForm.privateNote}</p>;
  return (
    <SelectField
      label={texts.songForm.visibility}
      name="visibility"
      readOnly={readOnly}
      hint={isPrivate ? texts.songForm.privateHint : texts.songForm.publicHint}
      options={[
        { value: "private", label: texts.songForm.private },
        { value: "public", label: texts.songForm.public },
      ]}
      value={isPrivate ? "private" : "public"}
      onValue={(value) => onPrivate(value === "private")}
    />
  );
}
