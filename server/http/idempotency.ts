/** Idempotency-Key: the answer of a writing call, kept in the transaction of its effect (specification 11.15). */
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import * as v from "valibot";
import { IdempotencyKey } from "../../contract/common-schemas.ts";
import type { Queryable } from "../db/database.ts";
import { jsonOf, toText, type Json } from "./json.ts";
import { HttpProblem } from "./problem.ts";
import { invalid } from "./validate.ts";

export interface Answer {
  status: number;
  /** Undefined for 204. */
  body: Json | undefined;
}

const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Throws HttpProblem `invalid-request` for a header that is no key. */
export function readKey(request: FastifyRequest): string | undefined {
  const header = request.headers["idempotency-key"];
  if (header === undefined) return undefined;
  if (v.is(IdempotencyKey, header)) return header;
  throw invalid([{ path: "Idempotency-Key", message: "A key has 1 to 100 characters of A-Z a-z 0-9 : _ -" }]);
}

export interface Once extends Answer {
  /** Whether it was done before, and this is the answer of then. */
  repeated: boolean;
}

/**
 * Does `work` once for this caller and key. The same request again gets the same answer and nothing is done; another
 * request under the same key throws HttpProblem `key-reused`. What `work` throws rolls the key back with the rest.
 */
export async function doOnce(
  tx: Queryable,
  caller: { uid: string; key: string },
  request: FastifyRequest,
  nowMs: number,
  work: () => Promise<Answer>,
): Promise<Once> {
  const { uid, key } = caller;
  const asked = fingerprint(request);
  // Inserting first makes a second request with this key wait for the first one's commit.
  const claimed = await tx.query(
    `insert into idempotency (uid, key, method, path, body_hash, status, created_at)
     values ($1, $2, $3, $4, $5, 0, $6) on conflict do nothing returning key`,
    [uid, key, asked.method, asked.path, asked.bodyHash, nowMs],
  );
  if (claimed.length === 0) return { ...(await readAnswer(tx, caller, asked)), repeated: true };
  const answer = await work();
  await tx.query("update idempotency set status = $3, answer = $4 where uid = $1 and key = $2", [
    uid,
    key,
    answer.status,
    answer.body === undefined ? null : toText(answer.body),
  ]);
  return { ...answer, repeated: false };
}

async function readAnswer(tx: Queryable, caller: { uid: string; key: string }, asked: Fingerprint): Promise<Answer> {
  const [row] = await tx.query<{
    method: string;
    path: string;
    body_hash: string;
    status: number;
    answer: string | null;
  }>("select method, path, body_hash, status, answer from idempotency where uid = $1 and key = $2", [
    caller.uid,
    caller.key,
  ]);
  if (!row) throw new HttpProblem("unavailable", { retryAfter: 1 });
  if (row.method !== asked.method || row.path !== asked.path || row.body_hash !== asked.bodyHash) {
    throw new HttpProblem("key-reused");
  }
  return { status: row.status, body: row.answer === null ? undefined : jsonOf(row.answer) };
}

interface Fingerprint {
  method: string;
  path: string;
  bodyHash: string;
}

function fingerprint(request: FastifyRequest): Fingerprint {
  const body = JSON.stringify(request.body ?? null);
  return {
    method: request.method,
    path: request.url.replace(/\?.*$/s, "").replace(/(?<!\/)\/+$/, ""),
    bodyHash: createHash("sha256").update(body).digest("hex"),
  };
}

/** Forgets answers older than 30 days, but those of plays: one that comes later still would count again. */
export async function forgetAnswers(db: Queryable, nowMs: number): Promise<void> {
  await db.query("delete from idempotency where created_at < $1 and path not like '/api/songs/played/%'", [
    nowMs - keptMs,
  ]);
}
