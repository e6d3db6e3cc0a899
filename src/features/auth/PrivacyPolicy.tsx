import { useState } from "react";
import { texts } from "../../texts/en.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./PrivacyPolicy.module.css";

/** What is stored where, in plain words, behind a button. */
export function PrivacyPolicy() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="plain" small className={styles.open} onClick={() => setOpen(true)}>
        {texts.auth.readPrivacy}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={texts.auth.privacyTitle}>
        <div className={styles.text}>
          {texts.auth.privacyParts.map(({ heading, text }) => (
            <section key={heading}>
              <h3>{heading}</h3>
              <p>{text}</p>
            </section>
          ))}
        </div>
      </Dialog>
    </>
  );
}
