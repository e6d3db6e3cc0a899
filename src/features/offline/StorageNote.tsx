import { useStorage } from "../../app/use-live-table.ts";
import { texts } from "../../texts/en.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";

/** Why a screen stays empty when the browser does not hand out what is on the device (specification 17.49). */
export function StorageNote() {
  const answers = useStorage();
  if (answers !== false) return null;
  return (
    <EmptyState
      failed
      small
      title={texts.frame.storageSilent}
      action={
        <Button small onClick={() => location.reload()}>
          {texts.app.reload}
        </Button>
      }
    >
      {texts.frame.storageSilentHint}
    </EmptyState>
  );
}
