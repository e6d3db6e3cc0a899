import { lazy, Suspense, useEffect, useState } from "react";
import type { Toaster as Queue } from "../ui/toaster.ts";

// A toast must not take the page down: without its widget it is not shown, and the next one tries again.
const Toaster = lazy(async () => ({ default: (await import("../ui/Toaster.tsx")).Toaster }));

/** The toasts of every screen (specification 9.1); their widget is loaded with the first of them. */
export function Toasts({ toaster }: { toaster: Queue }) {
  const [toasted, setToasted] = useState(false);
  useEffect(() => toaster.onShow(() => setToasted(true)), [toaster]);
  return (
    toasted && (
      <Suspense>
        <Toaster toaster={toaster} />
      </Suspense>
    )
  );
}
