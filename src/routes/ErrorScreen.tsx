import { useEffect } from "react";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { ChunkLoadError } from "../app/lazy-import.ts";
import { texts } from "../texts/en.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";

/** In place of a screen that could not be shown: a script that did not arrive (specification 3.2.2), or a fault. */
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
