import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import styles from "./Profile.module.css";

type Props = { hasFile: boolean; share: number; cancel: () => void };

/** In place of the page's content while the profile is being saved (specification 3.2.3). */
export const SendingProfile = ({ hasFile, share, cancel }: Props) => (
  <div className={styles.sending}>
    <Spinner page label={texts.profile.saving} />
    <p aria-hidden="true">{texts.profile.saving}</p>
    {hasFile && (
      <div className={styles.progress}>
        <Progress label={texts.profile.sendingImage} value={share} />
        <span aria-hidden="true">{texts.uploads.percent(share)}</span>
      </div>
    )}
    <Button onClick={cancel}>{texts.profile.cancel}</Button>
  </div>
);
