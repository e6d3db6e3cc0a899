/** The line between a device and the server, on which a history of faults goes wrong. */
import type { Request as Call } from "./model.ts";

/**
 * What becomes of one request: `cut` never arrives, `lost` arrives and its answer does not, `hang` is the same without
 * an end, `twice` arrives two times, `late` arrives now and again much later. The rest is refused on the way: `expired`
 * once, `signed-out` also with a new token.
 */
export const fates = [
  "ok",
  "cut",
  "lost",
  "hang",
  "twice",
  "late",
  "busy",
  "too-many",
  "expired",
  "signed-out",
] as const;
export type Fate = (typeof fates)[number];

export interface LineDeps {
  /** Hands a request to the server. */
  deliver: (request: Call) => Promise<Response>;
  /** Keeps a request for much later. */
  later: (again: () => Promise<unknown>) => void;
  /** Tells that a request was put off by the server. */
  onPutOff: (request: Call) => void;
}

export interface Line {
  fetch: typeof fetch;
  /** What becomes of the next requests that write; those after them are `ok`. */
  decide(fates: readonly Fate[]): void;
  /** Settles when a request hangs. */
  hung(): Promise<void>;
  /** Settles when the server has answered all that it was handed, whether anybody still waits for it or not. */
  quiet(): Promise<void>;
}

export function createLine({ deliver: handOver, later, onPutOff }: LineDeps): Line {
  let decided: Fate[] = [];
  const handedOver = new Set<Promise<unknown>>();
  let tellHung: () => void = () => {};

  function deliver(request: Call): Promise<Response> {
    const answer = handOver(request).finally(() => handedOver.delete(answer));
    handedOver.add(answer);
    return answer;
  }

  async function send(request: Call, signal: AbortSignal): Promise<Response> {
    if (request.method === "GET") return deliver(request);
    switch (decided.shift() ?? "ok") {
      case "ok":
        return deliver(request);
      case "cut":
        throw new TypeError("Failed to fetch");
      case "lost":
        await deliver(request);
        throw new TypeError("Failed to fetch");
      case "hang":
        await deliver(request);
        tellHung();
        return new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error)); // what an abort leaves there
        });
      case "twice":
        await deliver(request);
        return deliver(request);
      case "late": {
        const answer = await deliver(request);
        // A refusal is not remembered: what was refused and comes again counts as wanted then (specification 11.15).
        if (answer.ok) later(() => deliver(request));
        return answer;
      }
      case "busy":
        onPutOff(request);
        return refusal(503, "unavailable");
      case "too-many":
        onPutOff(request);
        return refusal(429, "too-many-requests", { "retry-after": "7" });
      case "signed-out":
        decided.unshift("expired");
        return refusal(401, "unauthenticated");
      case "expired":
        return refusal(401, "unauthenticated");
    }
  }

  return {
    async fetch(input, init) {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const text = await request.text();
      // As fetch does: what was given up before never leaves.
      request.signal.throwIfAborted();
      const call: Call = {
        method: request.method,
        path: pathname,
        search,
        body: text === "" ? undefined : JSON.parse(text),
        key: request.headers.get("idempotency-key"),
        token: request.headers.get("authorization"),
      };
      return send(call, request.signal);
    },
    decide(fates) {
      decided = [...fates];
    },
    async quiet() {
      await Promise.allSettled(handedOver);
    },
    hung: () =>
      new Promise((resolve) => {
        tellHung = resolve;
      }),
  };
}

const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json(
    { type: "about:blank", title: "No", status, code },
    { status, headers: { ...headers, "content-type": "application/problem+json" } },
  );
