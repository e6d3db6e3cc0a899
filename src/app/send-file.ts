/** Uploads a file in the name of the signed-in account. */
import { announceUpload, type Upload } from "../../contract/media.ts";
import { callTimeoutMs } from "../api/api-client.ts";
import { ApiError, unreachable } from "../api/api-error.ts";
import { type ResumableUpload, uploadFile } from "../api/upload-file.ts";
import { sourceOf, type UploadSource } from "../api/upload-source.ts";
import { withTimeout } from "../lib/with-timeout.ts";
import type { Account } from "../sync/account-session.ts";
import type { App } from "./app-context.ts";

export interface SendFileOptions {
  signal: AbortSignal;
  /** Called with the share of sent bytes, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Of a large file that may go in parts. */
  parts?: ResumableUpload | undefined;
}

/** Throws ApiError, also once the account was signed out: the upload would use another user's token. */
export async function sendFile(
  app: App,
  account: Account,
  kind: "image" | "video",
  file: File | UploadSource,
  { signal, onProgress, parts }: SendFileOptions,
): Promise<Upload> {
  assertOpen(app, account);
  const { upload } = await app.config.ready();
  const target = kind === "video" ? upload.song : upload.image;
  return uploadFile({
    target: { ...target, url: app.config.mediaUrl(target.url) },
    kind,
    file: file instanceof File ? sourceOf(file) : file,
    parts,
    async token(fresh) {
      assertOpen(app, account);
      const identity = await app.identity();
      // The provider's package may hang for 30 s or more on a network that drops packets.
      return withTimeout(callTimeoutMs, identity.token(fresh, account.uid)).catch((cause: unknown) => {
        throw unreachable(cause);
      });
    },
    async announce() {
      assertOpen(app, account);
      return (await app.api.call(announceUpload, { body: { kind }, signal })).data.fields;
    },
    signal,
    ...(onProgress && { onProgress }),
  });
}

/** Throws ApiError `aborted` once the account was signed out. */
export function assertOpen(app: Pick<App, "account">, account: Account): void {
  if (app.account() !== account) throw new ApiError("aborted", "This account was signed out");
}
