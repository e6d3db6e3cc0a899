import { useEffect, useState } from "react";
import { texts } from "../texts/en.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Spinner } from "../ui/Spinner.tsx";

/** Milliseconds. */
const slowMs = 8_000;

/** In place of a screen whose script has not come yet; a long wait is told, and can be ended (specification 3.2.2). */
export function Pending() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <EmptyState
      icon={<Spinner />}
      title={slow ? texts.app.slow : ""}
      action={
        slow && (
          <Button variant="main" onClick={() => location.reload()}>
            {texts.app.reload}
          </Button>
        )
      }
    >
      {slow && texts.app.slowHint}
    </EmptyState>
  );
}
