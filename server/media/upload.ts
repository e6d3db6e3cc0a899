/** The upload call: Cloudinary's unsigned upload, with our bearer token (specification 15.1, 15.2). */
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { Upload } from "../../contract/media.ts";
import { withoutIdleTimeout } from "../http/wait-without-timeout.ts";
import { HttpProblem } from "../http/problem.ts";
import { describeUpload, ingestUpload, type IngestContext } from "./ingest.ts";
import { uploadErrors } from "./upload-error.ts";
import type { ReceivedFile } from "./storage.ts";
import type { AssetKind } from "./asset-rows.ts";

/** What an upload of one kind is held to. */
export interface UploadRules {
  kind: AssetKind;
  resourceType: "image" | "video";
  /** Bytes. */
  limit: number;
  preset: string;
  cloudName: string;
}

/** So long a client may send nothing before it counts as gone; looked at twice in that time. */
const silenceMs = 30_000;

/** Room for the other fields of the form around the file. */
const formBytes = 64 * 1024;

/** Receives, checks and keeps one file. Throws UploadError, or HttpProblem `too-large` and `disk-full`. */
export async function acceptUpload(
  deps: IngestContext,
  request: FastifyRequest,
  uid: string,
  rules: UploadRules,
): Promise<Upload> {
  if (!request.isMultipart()) throw uploadErrors.missing();
  // Nothing has to be read to refuse what says itself that it is too large.
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

/** Reads the whole form, in any order of its fields; the first `file` goes to disk, what else is in it is let by. */
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
          // A form that ends in the middle of its file breaks off the stream itself.
          if (part.file.errored === null) failed = error;
          throw error;
        });
      else part.file.resume();
    }
    return form;
  } catch (error) {
    await form.file?.received.discard();
    // What is left of the body has to go somewhere, or the client never comes to read the answer.
    request.raw.unpipe();
    request.raw.resume();
    throw error !== failed && isPlain(error) ? uploadErrors.form() : error;
  }
}

/** What the parser of forms throws over a form that it cannot read. */
const isPlain = (error: unknown) => error instanceof Error && !("code" in error);

async function receivePart(deps: IngestContext, request: FastifyRequest, part: MultipartFile, limit: number) {
  let seen = -1;
  const watch = setInterval(() => {
    if (part.file.bytesRead === seen) request.raw.destroy();
    seen = part.file.bytesRead;
  }, silenceMs / 2);
  try {
    return {
      received: await deps.storage.intake.receive(part.file, limit),
      filename: part.filename,
    };
  } finally {
    clearInterval(watch);
  }
}

/** The path is what counts; where the form repeats it, it has to say the same. Throws UploadError. */
function checkFields(fields: Form["fields"], { preset, cloudName, resourceType }: UploadRules): void {
  if (fields.get("upload_preset") !== preset) throw uploadErrors.preset();
  if ((fields.get("cloud_name") ?? cloudName) !== cloudName) throw uploadErrors.cloud();
  if (![resourceType, "auto"].includes(fields.get("resource_type") ?? "auto")) throw uploadErrors.form();
}
