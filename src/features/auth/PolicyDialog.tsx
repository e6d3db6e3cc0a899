import { type AnyRouter, RouterContextProvider } from "@tanstack/react-router";
import { texts } from "../../texts/texts.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./PrivacyPolicy.module.css";

type Props = { router: AnyRouter; open: boolean; onClose: () => void };

/** The privacy policy. Back closes it through the router, which the screen below may not have yet. */
export function PolicyDialog({ router, open, onClose }: Props) {
  return (
    <RouterContextProvider router={router}>
      <Dialog open={open} onClose={onClose} title={texts.auth.privacyTitle}>
        <div className={styles.text}>
          {texts.auth.privacyParts.map(({ heading, text }) => (
            <section key={heading}>
              <h3>{heading}</h3>
              <p>{text}</p>
            </section>
          ))}
        </div>
      </Dialog>
    </RouterContextProvider>
  );
}
