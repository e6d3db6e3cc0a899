import { CircleAlert } from "lucide-react";
import type { ComponentProps } from "react";
import { useOnline } from "../../app/use-live-table.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";

/** In place of what could not be loaded; `offline` is said where there is no connection. */
type Props = Pick<ComponentProps<typeof EmptyState>, "title" | "whole" | "small"> & {
  offline: string;
  onRetry: () => void;
};

export function LoadFailed({ title, offline, onRetry, whole = false, small = false }: Props) {
  const online = useOnline();
  return (
    <EmptyState
      failed
      whole={whole}
      small={small}
      icon={<CircleAlert />}
      title={title}
      action={
        <Button small={small} leaves onClick={() => onRetry()}>
          {texts.lists.retry}
        </Button>
      }
    >
      {online ? undefined : offline}
    </EmptyState>
  );
}
