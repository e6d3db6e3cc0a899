import { Link, useLocation } from "@tanstack/react-router";
import { CircleAlert, CloudOff } from "lucide-react";
import type { ComponentProps } from "react";
import { useOnline } from "../../app/use-live-table.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";

type Props = Pick<ComponentProps<typeof EmptyState>, "title" | "whole" | "small"> & {
  /** What is said where there is no connection. */
  offline: string;
  onRetry: () => void;
};

/**
 * In place of what could not be loaded, with its likely cause and the way to the songs that are here. Offline is no failure
 * (specification 20.17).
 */
export function LoadFailed({ title, offline, onRetry, whole = false, small = false }: Props) {
  const online = useOnline();
  const isElsewhere = useLocation().pathname !== favourites;
  return (
    <EmptyState
      failed={online}
      whole={whole}
      small={small}
      icon={online ? <CircleAlert /> : <CloudOff />}
      title={title}
      action={
        <>
          <Button small={small} leaves onClick={() => onRetry()}>
            {texts.lists.retry}
          </Button>
          {!small && isElsewhere && (
            <Link to={favourites} className={buttonClass("plain")}>
              {texts.lists.toFavourites}
            </Link>
          )}
        </>
      }
    >
      {online ? texts.lists.retryHint : offline}
    </EmptyState>
  );
}

const favourites = "/favorites";
