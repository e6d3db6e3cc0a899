/**
 * Answers to reading calls, kept for as long as nobody writes. PostgreSQL names the state that a statement sees by the
 * transactions that are in it (`pg_current_snapshot`); an answer that was read of the state that there is now need not
 * be read again, whoever might have written, by whatever way.
 */
import type { Queryable } from "../db/database.ts";
import { weakTag } from "./etag.ts";
import type { Answer } from "./idempotency.ts";

export interface KeptAnswers {
  /**
   * What `read` answers, or what it answered before about the same state.
   * @param key names the caller and all that the answer depends on besides the database and, a little, the time
   */
  answer(key: string, read: () => Promise<Answer>): Promise<Answer>;
  /** A call that may have written has ended: no kept answer is worth a look. */
  written(): void;
}

/** Addresses that are signed in an answer last for hours, so it may be this old. */
const keptMs = 30_000;
const keysAtMost = 2_000;
/** In characters, of keys and bodies. */
const longestBody = 256 * 1024;
const lengthAtMost = 8 * 1024 * 1024;
/** A look takes a fraction of a millisecond; past this in milliseconds reading is the better way to find out. */
const longestLookMs = 500;

interface Kept {
  until: number;
  /** Of the count of writes. */
  round: number;
  state?: string;
  answer?: Answer;
  /** It was not kept for its length: no look would help. */
  tooLong?: boolean;
}

export function createKeptAnswers(db: Queryable, now: () => number): KeptAnswers {
  const look = shareLooks(() => readState(db));
  /** The ones that were asked for last come last. */
  const kept = new Map<string, Kept>();
  let length = 0;
  let round = 0;

  const lengthOf = (key: string, { answer }: Kept) => key.length + (answer?.body?.length ?? 0);

  function forget(key: string): void {
    const entry = kept.get(key);
    if (entry) length -= lengthOf(key, entry);
    kept.delete(key);
  }

  function keep(key: string, entry: Kept): void {
    forget(key);
    kept.set(key, entry);
    length += lengthOf(key, entry);
    for (const oldest of kept.keys()) {
      if (kept.size <= keysAtMost && length <= lengthAtMost) return;
      forget(oldest);
    }
  }

  return {
    async answer(key, read) {
      const known = kept.get(key);
      const until = now() + keptMs;
      if (known?.tooLong === true && known.until > now()) return read();
      if (known === undefined || known.round !== round || known.until <= now()) {
        // Most answers are asked for once, or seldom: they are not worth a look.
        keep(key, { until, round });
        return read();
      }
      const began = round;
      // Before the reading: whatever is written meanwhile makes it an answer about no state that comes again.
      const state = await look();
      if (state !== undefined && state === known.state && known.answer) {
        if (kept.get(key) === known) keep(key, known);
        return known.answer;
      }
      const answer = await read();
      const { body } = answer;
      if (state === undefined || body === undefined) return answer;
      if (body.length > longestBody) {
        keep(key, { until, round: began, tooLong: true });
        return answer;
      }
      const tagged = { ...answer, tag: weakTag(body) };
      keep(key, { until, round: began, state, answer: tagged });
      return tagged;
    },
    written: () => void (round += 1),
  };
}

/** The name of the state; undefined where it cannot be had soon. */
function readState(db: Queryable): Promise<string | undefined> {
  let timer: ReturnType<typeof setTimeout>;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, longestLookMs, undefined);
  });
  const found = db.query<{ state: string }>("select pg_current_snapshot()::text as state").then(
    ([row]) => row?.state,
    () => undefined,
  );
  return Promise.race([found, tooLate]).finally(() => clearTimeout(timer));
}

/** One look at a time; whoever comes while one is under way shares the next, since that one may be too old. */
function shareLooks<T>(look: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  function start(): Promise<T> {
    next = undefined;
    current = look().finally(() => {
      current = next;
    });
    return current;
  }
  return () => {
    if (current === undefined) return start();
    next ??= current.then(start);
    return next;
  };
}
