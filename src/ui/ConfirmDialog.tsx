import { useEffect, useRef, useState, type ReactNode } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { rescueFocus } from "./focus-heading.ts";
import { FormError } from "./FormError.tsx";
import type { Message } from "./message.ts";

type Props = {
  open: boolean;
  title: string;
  /** What happens, in a sentence. */
  children: ReactNode;
  cancel: string;
  confirm: string;
  /** The work destroys something. */
  danger?: boolean;
  /** Why it cannot be confirmed any more. */
  obsolete?: string | undefined;
  /** Runs once at a time; the owner closes the dialog when it succeeded. Returns what went wrong. */
  onConfirm: () => Promise<Message | undefined>;
  onClose: () => void;
};

/**
 * A question before work that cannot be undone. It stays open until the work is done, and says why it failed: work that has
 * begun is not cancelled by closing.
 */
export function ConfirmDialog(props: Props) {
  const { open, title, children, cancel, confirm, danger, obsolete, onConfirm, onClose } = props;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Message>();
  const run = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      setProblem(await onConfirm());
    } finally {
      setBusy(false);
    }
  };
  const cancelButton = useRef<HTMLButtonElement>(null);
  const isEnded = open && obsolete !== undefined;
  // The other button, which may have had the focus, is gone.
  useEffect(() => {
    if (isEnded) rescueFocus(cancelButton.current);
  }, [isEnded]);
  const close = () => {
    setProblem(undefined);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      dismissible={!busy}
      title={title}
      size="small"
      footer={
        <>
          <Button ref={cancelButton} disabled={busy} onClick={close}>
            {cancel}
          </Button>
          {obsolete === undefined && (
            <Button variant={danger ? "danger" : "main"} busy={busy} onClick={() => void run()}>
              {confirm}
            </Button>
          )}
        </>
      }
    >
      {children}
      <FormError>{obsolete ?? problem}</FormError>
    </Dialog>
  );
}
