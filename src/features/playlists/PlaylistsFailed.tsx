import { CircleAlert } from "lucide-react";
import { texts } from "../../texts/en.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useOnline } from "../../app/use-live-table.ts";

/** One playlist, or a list of them, could not be loaded. */
export function PlaylistsFailed({ one = false, onRetry }: { one?: boolean; onRetry: () => void }) {
  const online = useOnline();
  return (
    <EmptyState
      failed
      icon={<CircleAlert />}
      title={one ? texts.playlists.loadOneFailed : texts.playlists.loadFailed}
      action={<Button onClick={onRetry}>{texts.playlists.retry}</Button>}
    >
      {online ? undefined : texts.playlists.loadFailedOffline}
    </EmptyState>
  );
}
