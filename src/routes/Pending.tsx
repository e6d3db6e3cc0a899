import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { documentOf } from "../../contract/screens.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { MemberFrame, ScreenFrame } from "./MemberFrame.tsx";

/** Milliseconds. */
const slowMs = 8_000;

/** Replaces a screen while its script loads (specification 3.2.2). */
export const ScreenPending = () => (
  <Pending>
    <ScreenFrame path={useMemberPath()} />
  </Pending>
);

/** The same before the bars are shown. */
export const MembersPending = () => (
  <Pending>
    <MemberFrame path={useMemberPath()} />
  </Pending>
);

const useMemberPath = () => documentOf(useLocation().pathname).member;

/** A long wait is announced and can be cancelled. */
function Pending({ children }: { children: ReactNode }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  if (!slow) return children;
  return (
    <EmptyState
      title={texts.app.slow}
      action={
        <Button variant="main" onClick={() => location.reload()}>
          {texts.app.reload}
        </Button>
      }
    >
      {texts.app.slowHint}
    </EmptyState>
  );
}
