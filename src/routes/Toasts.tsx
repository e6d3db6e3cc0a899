import { type ReactNode, useEffect, useState } from "react";
import { texts } from "../texts/en.ts";
import { part, partFailed } from "../ui/lazy-part.tsx";
import { ToastRegion, useToastRegions } from "../ui/toast-region.ts";
import type { Toaster as Queue } from "../ui/toaster.ts";

const Toaster = part(async () => (await import("../ui/Toaster.tsx")).Toaster);

type Props = {
  toaster: Queue;
  /** The screens, which offer places for toasts. */
  children: ReactNode;
};

/** The toasts of every screen (specification 9.1); their widget is loaded with the first of them. */
export function Toasts({ toaster, children }: Props) {
  const [toasted, setToasted] = useState(false);
  const { place, offer } = useToastRegions();
  useEffect(() => toaster.onShow(() => setToasted(true)), [toaster]);
  useEffect(() => {
    const tell = () =>
      toaster.show({
        kind: "warning",
        id: "part-failed",
        text: texts.app.chunkFailed,
        action: { label: texts.app.reload, onPress: () => location.reload() },
      });
    document.addEventListener(partFailed, tell);
    return () => document.removeEventListener(partFailed, tell);
  }, [toaster]);
  return (
    <ToastRegion value={offer}>
      {children}
      {/* Without its widget a toast is not shown; the next one tries again. */}
      {toasted && <Toaster toaster={toaster} place={place} onFailed={() => setToasted(false)} />}
    </ToastRegion>
  );
}
