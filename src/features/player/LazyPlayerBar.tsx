import { type ComponentType, lazy, useState } from "react";
import { lazyImport } from "../../app/lazy-import.ts";

let loaded: ComponentType | undefined;

/** Loads the bar's script. A bar that is shown from then on is drawn with its screen. */
export async function loadPlayerBar(): Promise<ComponentType> {
  const { PlayerBar } = await lazyImport(() => import("./PlayerBar.tsx"));
  return (loaded = PlayerBar);
}

/** React draws it 300 ms after its fallback at the earliest: the screen comes first. */
const LaterBar = lazy(async () => ({ default: await loadPlayerBar() }));

/** The player's bar, whose script is one of its own. Suspends while that is not loaded. */
export function LazyPlayerBar() {
  const [Bar] = useState<ComponentType>(() => loaded ?? LaterBar);
  return <Bar />;
}
