/**
 * Handles a file that comes in parts, so that its upload resumes. In Cloudinary's format: the same form for each, with
 * the headers X-Unique-Upload-Id and Content-Range (specification 15.26).
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type * as v from "valibot";
import { type Upload, type UploadPart, uploadPartBytes } from "../../contract/media.ts";
import { HttpProblem } from "../http/problem.ts";
import type { TokenClaims } from "../http/bearer.ts";
import { isWithin } from "../lib/is-within.ts";
import { withoutIdleTimeout } from "../http/wait-without-timeout.ts";
import { readProfile } from "../users/profile-rows.ts";
import type { PartOf } from "./storage.ts";
import { filesOf } from "./asset-ids.ts";
import { deleteAssets, findUploaded } from "./asset-rows.ts";
import { describeUpload, ingestUpload, type IngestContext, type Origin } from "./ingest.ts";
import { formBytes, readForm, type UploadRules } from "./upload.ts";
import { uploadErrors, UploadError } from "./upload-error.ts";

/** Where the part belongs in its file. */
interface PartRange {
  id: string;
  start: number;
  /** Bytes of the part, and of the whole file. */
  length: number;
  total: number;
}

/** Undefined for a file that comes whole. Throws UploadError for headers that do not fit together. */
export function readRange(headers: IncomingHttpHeaders): PartRange | undefined {
  const { "x-unique-upload-id": id, "content-range": range } = headers;
  if (id === undefined && range === undefined) return undefined;
  const [, first, last, size] = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/.exec(range ?? "") ?? [];
  if (typeof id !== "string" || !/^[\w-]{16,64}$/.test(id) || first === undefined) throw uploadErrors.form();
  const [start, end, total] = [Number(first), Number(last), Number(size)];
  if (start > end || end >= total) throw uploadErrors.form();
  return { id, start, length: end - start + 1, total };
}

type Reply = Upload | v.InferOutput<typeof UploadPart>;

/**
 * Receives one part; the last one completes the upload, like a file that came whole. One that comes again, because its
 * answer was lost, is answered with the file that it has completed. Throws the errors of `acceptUpload`, and HttpProblem
 * `upload-not-found` when earlier parts are gone: the client starts again.
 */
export async function acceptPart(
  deps: IngestContext,
  request: FastifyRequest,
  claims: TokenClaims,
  rules: UploadRules,
  range: PartRange,
): Promise<Reply> {
  try {
    return await receivePart(deps, request, claims, rules, range);
  } catch (error) {
    const { id, start, length, total } = range;
    const isLast = start + length === total;
    if (!isLast || !(error instanceof HttpProblem) || error.code !== "upload-not-found") throw error;
    const completed = await findCompleted(deps, { uid: claims.uid, id, total }, rules);
    if (completed === undefined) throw error;
    return completed;
  }
}

/** The file that the same parts have completed before; without their hash, one of that length. */
async function findCompleted(
  { db, storage, now }: IngestContext,
  { uid, id, total }: PartOf,
  { kind }: UploadRules,
  sha256: string | null = null,
): Promise<Upload | undefined> {
  const found = await findUploaded(db, { uid, uploadId: id, bytes: total, sha256 });
  if (found?.kind !== kind) return undefined;
  const stored = await Promise.all(filesOf(found.id, found.kind).map((name) => storage.intake.has(name)));
  if (stored.every(Boolean)) return describeUpload(found);
  // Another server still stores it, or one has died before it had.
  if (isWithin(storingMs, found.createdAt, now())) throw new HttpProblem("unavailable", { retryAfter: 5 });
  await deleteAssets(db, [found.id]);
  return undefined;
}

/** Longer than a file takes from its row to the storage; milliseconds. */
const storingMs = 60_000;

/** Describes the file that the same bytes have completed before, or makes it. */
async function completeFile(
  deps: IngestContext,
  file: PartOf,
  rules: UploadRules,
  origin: Pick<Origin, "claims" | "filename" | "signal">,
): Promise<Upload> {
  const { intake } = deps.storage;
  // A copy: what is inspected can no longer change.
  const whole = await intake.receive(await intake.parts.read(file, file.total), rules.limit);
  try {
    const earlier = await findCompleted(deps, file, rules, whole.sha256);
    if (earlier !== undefined) return earlier;
    const { uid, id: uploadId } = file;
    return describeUpload(await ingestUpload(deps, whole, { ...origin, uid, kind: rules.kind, uploadId }));
  } finally {
    await whole.discard();
  }
}

/** A deletion of the account while the part came has looked for it in vain (specification 2.28). */
async function removeIfDeleted({ db, storage }: IngestContext, file: PartOf): Promise<void> {
  if (await readProfile(db, file.uid)) return;
  await storage.intake.parts.remove(file);
  throw new HttpProblem("no-profile");
}

async function receivePart(
  deps: IngestContext,
  request: FastifyRequest,
  claims: TokenClaims,
  rules: UploadRules,
  { id, start, length, total }: PartRange,
): Promise<Reply> {
  if (!request.isMultipart()) throw uploadErrors.missing();
  const announced = Number(request.headers["content-length"] ?? 0);
  if (total > rules.limit || length > uploadPartBytes || announced > length + formBytes)
    throw new HttpProblem("too-large");
  const { parts } = deps.storage.intake;
  const { uid } = claims;
  const file = { uid, id, total };
  const write = async (source: Readable) => {
    try {
      return await parts.write(file, source, { start, limit: length });
    } finally {
      await removeIfDeleted(deps, file);
    }
  };
  const { received, filename } = await readForm(request, rules, async (source) => ({
    bytes: await write(source),
    // Stays: a part that comes again replaces it.
    discard: async () => {},
  }));
  if (received.bytes !== length) throw uploadErrors.form();
  if (start + length < total) return { done: false, bytes: start + length };

  deps.inspector.expect(rules.kind);
  return withoutIdleTimeout(request.raw, (signal) =>
    parts.complete(file, async () => {
      try {
        const completed = await completeFile(deps, file, rules, { claims, filename, signal });
        await parts.remove(file);
        return completed;
      } catch (error) {
        // After any other failure, and to a client that has gone, the last part alone comes again.
        if (!signal.aborted && error instanceof UploadError && error.status < 500) await parts.remove(file);
        throw error;
      }
    }),
  );
}
