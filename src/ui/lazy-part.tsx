import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from "react";

/** A bubbling event: a part failed to load. The page reports it. */
export const partFailed = "part-failed";

/**
 * A component whose script is loaded when it is first shown. Unlike one of `React.lazy`, a failure takes nothing else
 * down: nothing is shown, `onFailed` is called, and the next one that is mounted tries again.
 * @param waiting in its place until then
 */
export function part<P extends object>(load: () => Promise<ComponentType<P>>, waiting?: ReactNode) {
  let loaded: ComponentType<P> | undefined;
  return function Part({ onFailed, ...props }: P & { onFailed: () => void }) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const fail = useEffectEvent(onFailed);
    useEffect(() => {
      if (Loaded !== undefined) return;
      let isGone = false;
      load().then(
        (component) => {
          loaded = component;
          if (!isGone) setLoaded(() => component);
        },
        () => isGone || fail(),
      );
      return () => {
        isGone = true;
      };
    }, [Loaded]);
    if (Loaded === undefined) return waiting;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is left of the properties is the component's
    return <Loaded {...(props as unknown as P)} />;
  };
}
