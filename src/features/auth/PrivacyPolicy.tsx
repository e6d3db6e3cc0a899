import { lazy, Suspense, useState } from "react";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyImport } from "../../app/lazy-import.ts";
import { formSentence } from "./form-message.ts";
import styles from "./PrivacyPolicy.module.css";
import { type OpenedApp, useVisitor } from "./visitor-context.ts";

const load = () => lazyImport(() => import("./PolicyDialog.tsx"));
const PolicyDialog = lazy(async () => ({ default: (await load()).PolicyDialog }));

/** What is stored where, in plain words, behind a button. */
export function PrivacyPolicy() {
  const visitor = useVisitor();
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState<OpenedApp>();
  const show = async () => {
    try {
      const [app] = await Promise.all([visitor.open(), load()]);
      setOpened(app);
      setOpen(true);
    } catch (failure) {
      visitor.toaster.warning(formSentence(failure));
    }
  };
  return (
    <>
      <Button variant="plain" small className={styles.open} onClick={() => void show()}>
        {texts.auth.readPrivacy}
      </Button>
      {opened && (
        <Suspense>
          <PolicyDialog router={opened.router} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
