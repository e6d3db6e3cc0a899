/**
 * The operations that are written on the device first and sent later (specification 17). A new kind is a schema in
 * `Operation` and a case in each function below; the compiler names what is missing.
 */
import * as v from "valibot";
import { type Endpoint } from "./endpoint.ts";
import { cancelLikeSong, likeSong } from "./songs.ts";
import { Id } from "./values.ts";

const Like = v.object({ kind: v.literal("like"), songId: Id, liked: v.boolean() });

export const Operation = v.variant("kind", [Like]);
export type Operation = v.InferOutput<typeof Operation>;

/** Server state that an operation changes; the page maps each to the query that holds it. */
export type Touched = "favourites";

/** What two operations must share for the newer one to replace the older. */
export function targetOf(operation: Operation): string {
  switch (operation.kind) {
    case "like":
      return `like:${operation.songId}`;
  }
}

export function touchedBy(operation: Operation): Touched[] {
  switch (operation.kind) {
    case "like":
      return ["favourites"];
  }
}

/** The call that carries an operation out. */
export function requestOf(operation: Operation): {
  endpoint: Endpoint;
  params: Record<string, string>;
  body: Record<string, unknown>;
} {
  switch (operation.kind) {
    case "like":
      return {
        endpoint: operation.liked ? likeSong : cancelLikeSong,
        params: { id: operation.songId },
        body: {},
      };
  }
}

/** What an answer of the server means for a queued operation. */
export type Verdict = "acked" | "gone" | "retry" | "sign-in" | "attention";

/**
 * Sorts an answer (specification 17): done counts as done however it came about, what may pass is tried again, what
 * will never pass waits for the user.
 * @param status HTTP status, or undefined for no answer at all
 */
export function verdictOf(operation: Operation, status: number | undefined): Verdict {
  if (status === undefined) return "retry";
  if (status >= 200 && status < 300) return "acked";
  if (status === 408 || status === 429 || status >= 500) return "retry";
  if (status === 401) return "sign-in";
  if (status === 404) {
    switch (operation.kind) {
      case "like":
        return operation.liked ? "gone" : "acked";
    }
  }
  return "attention";
}
