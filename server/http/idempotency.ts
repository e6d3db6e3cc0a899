/** Idempotency-Key: stores a write's response in the transaction of its effect (specification 11.15). */
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import * as v from "valibot";
import { IdempotencyKey } from "../../contract/common-schemas.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { jsonOf, toText, type Json } from "./json.ts";
import { HttpProblem } from "./problem.ts";
import { invalid } from "./validate.ts";

export interface JsonResponse {
  status: number;
  /** Undefined for 204. */
  body: Json | undefined;
}

const retentionMs = 30 * 24 * 60 * 60 * 1000;

/** Throws HttpProblem `invalid-request` for a malformed key. */
export function readKey(request: FastifyRequest): string | undefined {
  const header = request.headers["idempotency-key"];
  if (header === undefined) return undefined;
  if (v.is(IdempotencyKey, header)) return header;
  throw invalid([{ path: "Idempotency-Key", message: "A key has 1 to 100 characters of A-Z a-z 0-9 : _ -" }]);
}

interface OnceResult extends JsonResponse {
  /** Whether this is the stored response of an earlier request. */
  repeated: boolean;
}

/**
 * Runs `work` once for this caller and key. A repeated request gets the stored response; a different request with the
 * same key throws HttpProblem `key-reused`. An error of `work` rolls the key back with the rest.
 */
export async function runOnce(
  tx: Queryable,
  caller: { uid: string; key: string },
  request: FastifyRequest,
  nowMs: number,
  work: () => Promise<JsonResponse>,
): Promise<OnceResult> {
  const { uid, key } = caller;
  const print = fingerprint(request);
  // Inserting first makes a concurrent request with this key wait for our commit.
  const claimed = await tx.query(
    `insert into idempotency (uid, key, method, path, body_hash, status, created_at)
     values ($1, $2, $3, $4, $5, 0, $6) on conflict do nothing returning key`,
    [uid, key, print.method, print.path, print.bodyHash, nowMs],
  );
  if (claimed.length === 0) return { ...(await readAnswer(tx, caller, print)), repeated: true };
  const answer = await work();
  await tx.query("update idempotency set status = $3, answer = $4 where uid = $1 and key = $2", [
    uid,
    key,
    answer.status,
    answer.body === undefined ? null : toText(answer.body),
  ]);
  return { ...answer, repeated: false };
}

async function readAnswer(
  tx: Queryable,
  caller: { uid: string; key: string },
  print: Fingerprint,
): Promise<JsonResponse> {
  const [row] = await readRows(
    tx,
    v.object({
      method: v.string(),
      path: v.string(),
      body_hash: v.string(),
      status: v.number(),
      answer: v.nullable(v.string()),
    }),
    "select method, path, body_hash, status, answer from idempotency where uid = $1 and key = $2",
    [caller.uid, caller.key],
  );
  if (!row) throw new HttpProblem("unavailable", { retryAfter: 1 });
  const isSameBody = row.body_hash === print.bodyHash || row.body_hash === print.formerBodyHash();
  if (row.method !== print.method || row.path !== print.path || !isSameBody) throw new HttpProblem("key-reused");
  return { status: row.status, body: row.answer === null ? undefined : jsonOf(row.answer) };
}

interface Fingerprint {
  method: string;
  path: string;
  bodyHash: string;
  /** As rows have it whose server hashed the members in the order in which they came; those of plays stay for good. */
  formerBodyHash: () => string;
}

function fingerprint(request: FastifyRequest): Fingerprint {
  return {
    method: request.method,
    path: request.url.replace(/\?.*$/s, "").replace(/(?<!\/)\/+$/, ""),
    bodyHash: hashOf(request.body, sortedWithoutCaller),
    formerBodyHash: () => hashOf(request.body, withoutCaller),
  };
}

const hashOf = (body: unknown, replacer: (name: string, value: unknown) => unknown) =>
  createHash("sha256")
    .update(JSON.stringify(body ?? null, replacer))
    .digest("hex");

/** A body may name its caller or not, and a device may ask again with an app that is newer than the one that asked first. */
const withoutCaller = (name: string, value: unknown) => (name === "userId" ? undefined : value);

/** The newer app may also send the members in another order. */
function sortedWithoutCaller(name: string, value: unknown): unknown {
  const kept = withoutCaller(name, value);
  if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return kept;
  return Object.fromEntries(Object.entries(kept).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Deletes responses older than 30 days, except those of plays: a play repeated even later would count twice. */
export async function forgetAnswers(db: Queryable, nowMs: number): Promise<void> {
  await db.query("delete from idempotency where created_at < $1 and path not like '/api/songs/played/%'", [
    nowMs - retentionMs,
  ]);
}
