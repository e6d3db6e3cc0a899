import { type ReactNode, useEffect, useState } from "react";
import { texts } from "../texts/texts.ts";
import { part, partFailed } from "../ui/lazy-part.tsx";
import { createToastRegions, ToastRegion } from "../ui/toast-region.ts";
import type { Toaster as Queue } from "../ui/toaster.ts";

const Toaster = part(async () => (await import("../ui/Toaster.tsx")).Toaster);

type Props = {
  toaster: Queue;
  /** The screens, which offer elements for toasts. */
  children: ReactNode;
};

/** The toasts of every screen (specification 9.1). The widget loads with the first toast. */
export function Toasts({ toaster, children }: Props) {
  const [toasted, setToasted] = useState(false);
  const [regions] = useState(createToastRegions);
  useEffect(() => toaster.onShow(() => setToasted(true)), [toaster]);
  useEffect(() => {
    const reportFailure = () =>
      toaster.show({
        kind: "warning",
        id: "part-failed",
        text: texts.app.chunkFailed,
        action: { label: texts.app.reload, onPress: () => location.reload() },
      });
    document.addEventListener(partFailed, reportFailure);
    return () => document.removeEventListener(partFailed, reportFailure);
  }, [toaster]);
  return (
    <ToastRegion value={regions.offer}>
      {children}
      {/* If the widget fails to load, the toast is not shown; the next toast tries again. */}
      {toasted && <Toaster toaster={toaster} regions={regions} onFailed={() => setToasted(false)} />}
    </ToastRegion>
  );
}
