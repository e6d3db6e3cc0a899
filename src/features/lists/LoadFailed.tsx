import { CircleAlert } from "lucide-react";
import { useOnline } from "../../app/use-live-table.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { focusPartHeading } from "../../ui/focus-heading.ts";

/** In place of what could not be loaded; `offline` is said where there is no connection. */
type Props = { title: string; offline: string; onRetry: () => void; small?: boolean };

export function LoadFailed({ title, offline, onRetry, small = false }: Props) {
  const online = useOnline();
  return (
    <EmptyState
      failed
      small={small}
      icon={<CircleAlert />}
      title={title}
      action={
        <Button
          small={small}
          onClick={({ currentTarget }) => {
            focusPartHeading(currentTarget);
            onRetry();
          }}
        >
          {texts.lists.retry}
        </Button>
      }
    >
      {online ? undefined : offline}
    </EmptyState>
  );
}
