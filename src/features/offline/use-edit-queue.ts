import { useAccount, useApp } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";

/** Edits the queue, then starts sending. */
export function useEditQueue() {
  const { kick } = useAccount();
  const { toaster } = useApp();
  return (work: () => Promise<unknown>): void => {
    work().then(
      () => kick(),
      (error: unknown) => {
        console.error(error);
        toaster.failure(texts.app.failed);
      },
    );
  };
}
