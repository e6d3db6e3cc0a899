/** Handles Cloudinary's unsigned upload request, with our bearer token (specification 15.2). */
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { Readable } from "node:stream";
import type { Upload } from "../../contract/media.ts";
import type { TokenClaims } from "../http/bearer.ts";
import { withoutIdleTimeout } from "../http/wait-without-timeout.ts";
import { HttpProblem } from "../http/problem.ts";
import { describeUpload, ingestUpload, type IngestContext } from "./ingest.ts";
import { uploadErrors } from "./upload-error.ts";
import type { ReceivedFile } from "./storage.ts";
import type { AssetKind } from "./asset-rows.ts";

/** The limits and parameters of one kind of upload. */
export interface UploadRules {
  kind: AssetKind;
  resourceType: "image" | "video";
  /** Bytes. */
  limit: number;
  preset: string;
  cloudName: string;
}

/** Idle timeout of an upload, checked twice within this time. */
const idleMs = 30_000;

/** Allowance for the other form fields. */
export const formBytes = 64 * 1024;

/** Receives, checks and stores one file. Throws UploadError, or HttpProblem `too-large` and `disk-full`. */
export async function acceptUpload(
  deps: IngestContext,
  request: FastifyRequest,
  claims: TokenClaims,
  rules: UploadRules,
): Promise<Upload> {
  if (!request.isMultipart()) throw uploadErrors.missing();
  // Refuses by Content-Length before reading anything.
  if (Number(request.headers["content-length"] ?? 0) > rules.limit + formBytes) throw new HttpProblem("too-large");
  deps.inspector.expect(rules.kind);
  const { received, filename } = await readForm(request, rules, (source) =>
    deps.storage.intake.receive(source, rules.limit),
  );
  return withoutIdleTimeout(request.raw, async (signal) => {
    const origin = { uid: claims.uid, claims, kind: rules.kind, filename, signal };
    return describeUpload(await ingestUpload(deps, received, origin));
  });
}

interface FormFile<R> {
  received: R;
  filename: string | undefined;
}

/**
 * Reads the form with fields in any order; stores the first `file` and skips any other. Throws UploadError for a form
 * without a file or for another path.
 */
export async function readForm<R extends Discardable>(
  request: FastifyRequest,
  rules: UploadRules,
  receive: (source: Readable) => Promise<R>,
): Promise<FormFile<R>> {
  const { fields, file } = await readParts(request, rules.limit, receive);
  try {
    checkFields(fields, rules);
    if (!file) throw uploadErrors.missing();
    return file;
  } catch (error) {
    await file?.received.discard();
    throw error;
  }
}

type Discardable = Pick<ReceivedFile, "discard">;

interface Form<R> {
  fields: Map<string, string>;
  file: FormFile<R> | undefined;
}

async function readParts<R extends Discardable>(
  request: FastifyRequest,
  limit: number,
  receive: (source: Readable) => Promise<R>,
): Promise<Form<R>> {
  const form: Form<R> = { fields: new Map(), file: undefined };
  let failed: unknown;
  try {
    const limits = {
      fileSize: limit + 1,
      files: 2,
      fields: 20,
      fieldSize: 1024,
      fieldNameSize: 100,
      headerPairs: 50,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") form.fields.set(part.fieldname, String(part.value));
      else if (part.fieldname === "file" && !form.file)
        form.file = await watchFile(request, part, receive).catch((error: unknown) => {
          // A form that ends within its file errors the stream itself.
          if (part.file.errored === null) failed = error;
          throw error;
        });
      else part.file.resume();
    }
    return form;
  } catch (error) {
    await form.file?.received.discard();
    // Drains the body: otherwise the client never reads the response.
    request.raw.unpipe();
    request.raw.resume();
    throw error !== failed && isParserError(error) ? uploadErrors.form() : error;
  }
}

/** The form parser throws plain errors, without a code. */
const isParserError = (error: unknown) => error instanceof Error && !("code" in error);

/** Ends a connection on which nothing arrives any more. */
async function watchFile<R>(
  request: FastifyRequest,
  part: MultipartFile,
  receive: (source: Readable) => Promise<R>,
): Promise<FormFile<R>> {
  let seen = -1;
  const watch = setInterval(() => {
    if (part.file.bytesRead === seen) request.raw.destroy();
    seen = part.file.bytesRead;
  }, idleMs / 2);
  try {
    return { received: await receive(part.file), filename: part.filename };
  } finally {
    clearInterval(watch);
  }
}

/** Checks that form fields match the path. Throws UploadError. */
function checkFields(fields: Form<unknown>["fields"], { preset, cloudName, resourceType }: UploadRules): void {
  if (fields.get("upload_preset") !== preset) throw uploadErrors.preset();
  if ((fields.get("cloud_name") ?? cloudName) !== cloudName) throw uploadErrors.cloud();
  if (![resourceType, "auto"].includes(fields.get("resource_type") ?? "auto")) throw uploadErrors.form();
}
