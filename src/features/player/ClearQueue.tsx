import { useApp } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { focusPartHeading } from "../../ui/focus-heading.ts";
import { usePlayer, usePlayerState } from "./use-player.ts";

/** Leaves the current song alone in the queue; the toast takes it back. */
export function ClearQueue() {
  const { toaster } = useApp();
  const player = usePlayer();
  const queue = usePlayerState((state) => state.queue);
  if (queue.length < 2) return null;
  const clear = (button: Element) => {
    const engine = player.engine();
    if (engine === undefined) return;
    focusPartHeading(button);
    const earlier = engine.savedQueue();
    engine.clearQueue();
    toaster.info(texts.player.cleared, {
      label: texts.player.undo,
      onPress: () => engine.revertQueue(earlier),
    });
  };
  return (
    <Button small aria-label={texts.player.clearName} onClick={({ currentTarget }) => clear(currentTarget)}>
      {texts.player.clear}
    </Button>
  );
}
