/** Handles Cloudinary's unsigned upload request, with our bearer token (specification 15.2). */
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { Upload } from "../../contract/media.ts";
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
const formBytes = 64 * 1024;

/** Receives, checks and stores one file. Throws UploadError, or HttpProblem `too-large` and `disk-full`. */
export async function acceptUpload(
  deps: IngestContext,
  request: FastifyRequest,
  uid: string,
  rules: UploadRules,
): Promise<Upload> {
  if (!request.isMultipart()) throw uploadErrors.missing();
  // Refuses by Content-Length before reading anything.
  if (Number(request.headers["content-length"] ?? 0) > rules.limit + formBytes) throw new HttpProblem("too-large");
  deps.inspector.expect(rules.kind);
  const form = await readForm(deps, request, rules.limit);
  try {
    checkFields(form.fields, rules);
    if (!form.file) throw uploadErrors.missing();
  } catch (error) {
    await form.file?.received.discard();
    throw error;
  }
  const { received, filename } = form.file;
  return withoutIdleTimeout(request.raw, async (signal) => {
    const origin = { uid, kind: rules.kind, filename, signal };
    return describeUpload(await ingestUpload(deps, received, origin));
  });
}

interface Form {
  fields: Map<string, string>;
  file: { received: ReceivedFile; filename: string | undefined } | undefined;
}

/** Reads the form with fields in any order; stores the first `file` and skips any other. */
async function readForm(deps: IngestContext, request: FastifyRequest, limit: number): Promise<Form> {
  const form: Form = { fields: new Map(), file: undefined };
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
        form.file = await receivePart(deps, request, part, limit).catch((error: unknown) => {
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

async function receivePart(deps: IngestContext, request: FastifyRequest, part: MultipartFile, limit: number) {
  let seen = -1;
  const watch = setInterval(() => {
    if (part.file.bytesRead === seen) request.raw.destroy();
    seen = part.file.bytesRead;
  }, idleMs / 2);
  try {
    return {
      received: await deps.storage.intake.receive(part.file, limit),
      filename: part.filename,
    };
  } finally {
    clearInterval(watch);
  }
}

/** Checks that form fields match the path. Throws UploadError. */
function checkFields(fields: Form["fields"], { preset, cloudName, resourceType }: UploadRules): void {
  if (fields.get("upload_preset") !== preset) throw uploadErrors.preset();
  if ((fields.get("cloud_name") ?? cloudName) !== cloudName) throw uploadErrors.cloud();
  if (![resourceType, "auto"].includes(fields.get("resource_type") ?? "auto")) throw uploadErrors.form();
}
