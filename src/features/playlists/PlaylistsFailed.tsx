import { CircleAlert } from "lucide-react";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useOnline } from "../../app/use-live-table.ts";

type Props = { title?: string; onRetry: () => void };

/** One playlist, or a list of them, could not be loaded. */
export function PlaylistsFailed({ title = texts.playlists.loadFailed, onRetry }: Props) {
  const online = useOnline();
  return (
    <EmptyState
      failed
      icon={<CircleAlert />}
      title={title}
      action={<Button onClick={onRetry}>{texts.playlists.retry}</Button>}
    >
      {online ? undefined : texts.playlists.loadFailedOffline}
    </EmptyState>
  );
}
