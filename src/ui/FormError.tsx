import { useSyncExternalStore } from "react";
import styles from "./FormError.module.css";
import { type Message, messageText } from "./message.ts";

const noChanges = () => () => {};

/** An error of the whole form. Screen readers announce it, and its change; without an error it takes no space. */
export function FormError({ children: message }: { children?: Message | false | undefined }) {
  const subscribe = typeof message === "object" ? message.subscribe : noChanges;
  const read = () => messageText(message || undefined);
  const text = useSyncExternalStore(subscribe, read, read);
  return (
    <div role="alert" className={styles.region}>
      {text && <p className={styles.error}>{text}</p>}
    </div>
  );
}
