import { useEffect } from "react";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { ChunkLoadError } from "../app/lazy-import.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";

/** Replaces a screen that failed: its script did not load (specification 3.2.2), or it threw. */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const isChunk = error instanceof ChunkLoadError;
  useEffect(() => {
    if (!isChunk) console.error(error);
  }, [error, isChunk]);
  return (
    <EmptyState
      failed
      title={isChunk ? texts.app.chunkFailed : texts.app.failed}
      action={
        <Button variant="main" onClick={() => location.reload()}>
          {texts.app.reload}
        </Button>
      }
    >
      {isChunk ? texts.app.chunkFailedHint : undefined}
    </EmptyState>
  );
}
