/**
 * Serves the part of Firebase's REST API that the `firebase` package uses, at the paths of `connectAuthEmulator`
 * (specification 16.5, 16.6).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../app-context.ts";
import { toProblem } from "../http/error-responses.ts";
import { removeFilesSoon } from "../media/garbage-collect.ts";
import { clientNetwork } from "./client-network.ts";
import type { DemoAccess, Operation, OperationBody } from "./context.ts";
import { isLocalRequest } from "./is-local-request.ts";
import { mailLanguageOf } from "./mail-language.ts";
import { operations } from "./operations.ts";
import { popupRoutes } from "./popup/routes.ts";
import { projectId, type IdentityProvider } from "./provider.ts";
import { IdentityError, identityErrorBody } from "./identity-error.ts";
import { refreshSession } from "./sessions.ts";
import { idTokenSeconds } from "./tokens.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Any `error` member in this route's responses makes the package drop its user. */
    identityKeepsUser?: boolean;
  }
}

/** Bodies contain an email, a password and tokens. */
const bodyLimit = 16 * 1024;

/** Serves the embedded provider; registers nothing when a Firebase project is the provider. */
export async function identityRoutes(app: FastifyInstance, deps: AppContext): Promise<void> {
  const { identity } = deps;
  if (!identity) return;
  await app.register(async (scope) => {
    acceptForms(scope);
    scope.setErrorHandler(answerError);
    scope.addHook("onSend", async (_, reply) => {
      if (!reply.hasHeader("cache-control")) void reply.header("cache-control", "no-store");
    });
    scope.get("/identity/jwks.json", async (_, reply) =>
      reply.header("cache-control", "public, max-age=300").send(identity.keys.jwks),
    );
    popupRoutes(scope, identity, (request) => demoAccess(deps, request).isOn);
    for (const [name, operation] of Object.entries(operations)) {
      scope.post(
        // A single colon would start a parameter.
        `/identitytoolkit.googleapis.com/v1/accounts::${name}`,
        { bodyLimit, config: { identityKeepsUser: name === "lookup" } },
        runOperation(deps, identity, operation, name === "delete" ? "sweep failed" : "mail failed"),
      );
    }
    scope.all("/identitytoolkit.googleapis.com/*", { bodyLimit }, async () => {
      throw new IdentityError("OPERATION_NOT_ALLOWED");
    });
    scope.post(
      "/securetoken.googleapis.com/v1/token",
      { bodyLimit, config: { identityKeepsUser: true } },
      async (request) => {
        const onError = (err: unknown) => request.log.error({ err }, "time of a refresh not stored");
        return answerToken({ db: deps.db, identity, onError }, readBody(request));
      },
    );
  });
}

/** @param failure log message for failed background work */
function runOperation(deps: AppContext, identity: IdentityProvider, operation: Operation, failure: string) {
  return async (request: FastifyRequest) => {
    const context = {
      db: deps.db,
      identity,
      now: deps.now,
      address: clientNetwork(request.ip),
      language: mailLanguageOf(request.headers),
      demo: demoAccess(deps, request),
      removeFiles: (uid: string) => removeFilesSoon(deps, uid),
      onError: (err: unknown) => request.log.error({ err }, failure),
    };
    return operation(context, readBody(request));
  };
}

const demoAccess = ({ demo }: AppContext, request: FastifyRequest): DemoAccess => ({
  isOn: demo.isOn && isLocalRequest(request.headers),
  isPublished: (password) => demo.accounts.some((one) => one.password === password),
});

async function answerToken(parts: Parameters<typeof refreshSession>[0], body: OperationBody) {
  const { grant_type: grant, refresh_token: token } = body;
  if (grant !== "refresh_token") throw new IdentityError("OPERATION_NOT_ALLOWED");
  if (typeof token !== "string") throw new IdentityError("INVALID_REFRESH_TOKEN");
  const { account, idToken } = await refreshSession(parts, token);
  return {
    access_token: idToken,
    id_token: idToken,
    refresh_token: token,
    expires_in: String(idTokenSeconds),
    token_type: "Bearer",
    user_id: account.uid,
    project_id: projectId,
  };
}

/** The `token` endpoint gets a form. Of repeated names the last value counts. */
function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit },
    async (_: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
}

const readBody = (request: FastifyRequest): OperationBody =>
  typeof request.body === "object" && request.body !== null ? { ...request.body } : {};

/**
 * Sends an IdentityError in Firebase's format. Other errors become problem details without an `error` member; only
 * routes that cannot make the package drop its user report rate limits and server errors in Firebase's format.
 */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof IdentityError) return sendRefusal(reply, error);
  const problem = toProblem(error);
  const keepsUser = request.routeOptions.config.identityKeepsUser === true;
  if (keepsUser || (problem.status < 500 && problem.status !== 429)) throw error;
  if (problem.status === 429) {
    const { retryAfter } = problem;
    const options = retryAfter === undefined ? {} : { retryAfter };
    return sendRefusal(reply, new IdentityError("TOO_MANY_ATTEMPTS_TRY_LATER", { status: 429, ...options }));
  }
  request.log.error({ err: problem.cause ?? error }, "request failed");
  if (problem.retryAfter !== undefined) void reply.header("retry-after", String(problem.retryAfter));
  return reply.status(problem.status).send(identityErrorBody(problem.status, "INTERNAL_ERROR"));
}

function sendRefusal(reply: FastifyReply, { status, code, sentence, retryAfter }: IdentityError): FastifyReply {
  if (retryAfter !== undefined) void reply.header("retry-after", String(retryAfter));
  return reply.status(status).send(identityErrorBody(status, code, sentence));
}
