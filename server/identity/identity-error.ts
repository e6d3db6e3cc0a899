/** Errors in the format of Firebase's REST API, which the `firebase` package treats as final (specification 16.6). */

/** Error codes that the package knows. All are final: the same request fails again. */
type RefusalCode =
  | "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
  | "EMAIL_EXISTS"
  | "EMAIL_NOT_FOUND"
  | "EXPIRED_OOB_CODE"
  | "INVALID_EMAIL"
  | "INVALID_IDP_RESPONSE"
  | "INVALID_ID_TOKEN"
  | "INVALID_LOGIN_CREDENTIALS"
  | "INVALID_OOB_CODE"
  | "INVALID_REFRESH_TOKEN"
  | "MISSING_EMAIL"
  | "MISSING_PASSWORD"
  | "OPERATION_NOT_ALLOWED"
  | "TOKEN_EXPIRED"
  | "TOO_MANY_ATTEMPTS_TRY_LATER"
  | "USER_DISABLED"
  | "USER_NOT_FOUND"
  | "WEAK_PASSWORD";

export class IdentityError extends Error {
  readonly code: RefusalCode;
  /** A sentence that the package passes on to the form. */
  readonly sentence: string | undefined;
  readonly status: number;
  /** Seconds, for the Retry-After header. */
  readonly retryAfter: number | undefined;

  constructor(code: RefusalCode, options: { sentence?: string; status?: number; retryAfter?: number } = {}) {
    super(code);
    this.code = code;
    this.sentence = options.sentence;
    this.status = options.status ?? 400;
    this.retryAfter = options.retryAfter;
  }
}

/** `{ error: { code, message } }`; the package splits code and sentence at " : ". */
export const identityErrorBody = (status: number, code: string, sentence?: string) => ({
  error: { code: status, message: sentence === undefined ? code : `${code} : ${sentence}` },
});
