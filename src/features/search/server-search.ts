/** Asks the server's search, for libraries larger than the index and while there is none. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import * as v from "valibot";
import { cutText } from "../../../contract/rules/cut-text.ts";
import { longestSearch, search } from "../../../contract/search.ts";
import { useAccount, useApp } from "../../app/app-context.ts";

/** After the last key press; milliseconds. */
const pauseMs = 200;
/** Of each kind. */
const limit = 100;

type Answer = v.InferOutput<typeof search.reply>["data"];

export interface ServerHits {
  /** Of all searches of the last minutes, the newest first, so that hits do not vanish while the next answer is on its way. */
  answers: readonly Answer[];
  /** The last answer, and when it came; milliseconds since the epoch. */
  newest: { answer: Answer; at: number } | undefined;
  /** The answer to this query is on its way. */
  pending: boolean;
  failed: boolean;
  /** There may be more of a kind than the last answer names. */
  isCut: boolean;
  refetch: () => void;
}

/** @param query from `foldQuery`; undefined asks nothing */
export function useServerHits(query: string | undefined): ServerHits {
  const { api } = useApp();
  const { uid } = useAccount();
  const client = useQueryClient();
  const asked = useSettled(query);
  // A longer text matches less: the device finds that among the answers.
  const q = cutText(asked ?? "", longestSearch);
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    queryKey: ["search", uid, q],
    queryFn: async ({ signal }) => (await api.call(search, { query: { q, limit }, signal })).data,
    enabled: q !== "",
  });
  const answers = useMemo(() => {
    const cached = client.getQueryCache().findAll({ queryKey: ["search", uid] });
    const newestFirst = cached.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
    const known = newestFirst.map(({ queryKey }) => client.getQueryData<Answer>(queryKey));
    return [data, ...known].filter((answer) => answer !== undefined);
  }, [client, uid, data]);
  const newest = useMemo(() => data && { answer: data, at: dataUpdatedAt }, [data, dataUpdatedAt]);
  const isAsked = query !== undefined && query !== "";
  return {
    answers,
    newest,
    pending: isAsked && !isError && (asked !== query || data === undefined),
    failed: isAsked && isError,
    isCut: isAsked && data !== undefined && Object.values(data).some(({ length }) => length >= limit),
    refetch: () => void refetch(),
  };
}

/** The value once it has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
