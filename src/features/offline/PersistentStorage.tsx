import { ShieldCheck, ShieldQuestionMark } from "lucide-react";
import { useEffect, useState } from "react";
import { useApp } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { focusPartHeading } from "../../ui/focus-heading.ts";
import { Section } from "../../ui/Section.tsx";
import styles from "./Storage.module.css";
import { useStorageAct } from "./use-storage-act.ts";

/** Whether the browser may delete what the device keeps, and the wish that it does not (specification 17.18). */
export function PersistentStorage() {
  const { toaster } = useApp();
  const act = useStorageAct();
  const [isProtected, setProtected] = useState<boolean>();
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  useEffect(() => {
    storage?.persisted?.().then(setProtected, (error: unknown) => console.warn(error));
  }, [storage]);
  if (isProtected === undefined) return null;
  const ask = async (button: Element) => {
    const granted = (await storage?.persist?.()) ?? false;
    if (granted) focusPartHeading(button);
    setProtected(granted);
    if (!granted) toaster.info(texts.storage.refused);
  };
  const Icon = isProtected ? ShieldCheck : ShieldQuestionMark;
  return (
    <Section title={texts.storage.keepTitle}>
      <div className={styles.protection}>
        <Icon aria-hidden="true" className={isProtected ? styles.safe : undefined} />
        <p>{isProtected ? texts.storage.protected : texts.storage.unprotected}</p>
        {!isProtected && (
          <Button small onClick={({ currentTarget }) => act(() => ask(currentTarget))}>
            {texts.storage.ask}
          </Button>
        )}
      </div>
    </Section>
  );
}
