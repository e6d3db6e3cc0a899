import { notifyManager, type QueryCache, useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { type ReactNode, useCallback, useSyncExternalStore } from "react";
import * as v from "valibot";
import { useOnline } from "../../app/use-live-table.ts";
import { texts } from "../../texts/texts.ts";
import styles from "./AsOf.module.css";

type Keys = readonly (readonly unknown[])[];
type Props = {
  /** The keys of its queries, or their beginnings. */
  of: Keys;
  /** What else there is to say without a network. */
  children?: ReactNode;
};

/** Without a network: from when this screen is (specification 20.17). */
export function AsOf(props: Props) {
  // Each change of any query is looked at, and a start has many.
  return useOnline() ? null : <Oldest {...props} />;
}

function Oldest({ of, children }: Props) {
  const at = useOldest(of);
  if (at === undefined) return null;
  return (
    <p className={styles.note}>
      <Clock aria-hidden="true" />
      <span>
        {texts.frame.asOf(at)}
        {children && <> · {children}</>}
      </span>
    </p>
  );
}

/** When the oldest of the shown answers was given, in milliseconds since the epoch; undefined if none has come. */
function useOldest(keys: Keys): number | undefined {
  const cache = useQueryClient().getQueryCache();
  // Not at once: a query is made while its screen renders.
  const subscribe = useCallback((tell: () => void) => cache.subscribe(notifyManager.batchCalls(tell)), [cache]);
  return useSyncExternalStore(subscribe, () => oldestOf(cache, keys));
}

const Dated = v.object({ at: v.number() });

function oldestOf(cache: QueryCache, keys: Keys): number | undefined {
  const shown = keys.flatMap((queryKey) => cache.findAll({ queryKey, type: "active" }));
  const times = shown.flatMap(({ state }) => (v.is(Dated, state.data) ? [state.data.at] : []));
  return times.length === 0 ? undefined : Math.min(...times);
}
