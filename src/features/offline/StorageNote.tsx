import { useStorage } from "../../app/use-live-table.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";

/** Explains an empty screen when the device's storage hangs or fails (specification 17.49). */
export function StorageNote() {
  const works = useStorage();
  if (works !== false) return null;
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
