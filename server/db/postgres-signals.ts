/** Messages between the servers of a PostgreSQL database, by LISTEN and NOTIFY on a connection of its own. */
import { Client, type ClientConfig } from "pg";
import type { Signals, Statements } from "./database.ts";

const channel = "offbeat_changes";
/** Wait before the next attempt to connect; doubles up to the longest. */
const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/** Connects at the first `listen`. A pooler that drops LISTEN only makes messages slower: nothing may rely on them. */
export function createSignals(config: ClientConfig, db: Statements): Signals {
  return {
    async send(texts) {
      await db.query(`select pg_notify('${channel}', value) from json_array_elements_text($1::json)`, [
        JSON.stringify(texts),
      ]);
    },
    listen(onText, onGap) {
      let client: Client | undefined;
      let timer: NodeJS.Timeout | undefined;
      let retryMs = firstRetryMs;
      let mayHaveMissed = false;
      let isStopped = false;

      async function connect(): Promise<void> {
        const next = new Client(config);
        client = next;
        next.on("notification", ({ payload = "" }) => onText(payload));
        // Without a listener, a lost connection would crash the process; "end" follows.
        next.on("error", () => {});
        next.once("end", retry);
        try {
          await next.connect();
          await next.query(`listen ${channel}`);
          retryMs = firstRetryMs;
          if (mayHaveMissed) onGap();
        } catch {
          await next.end().catch(() => {});
          retry();
        }
      }
      function retry(): void {
        if (isStopped || timer !== undefined) return;
        mayHaveMissed = true;
        timer = setTimeout(() => {
          timer = undefined;
          void connect();
        }, retryMs).unref();
        retryMs = Math.min(retryMs * 2, longestRetryMs);
      }

      void connect();
      return async () => {
        isStopped = true;
        clearTimeout(timer);
        await client?.end().catch(() => {});
      };
    },
  };
}
