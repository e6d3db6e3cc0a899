/** The embedded provider's calls as the `firebase` package sends them, to the real application with a movable clock. */
import { createTestServer, type TestServer, type TestServerOptions } from "../support/server.ts";

export interface IdentityApp extends TestServer {
  accounts(operation: string, body: object | string, address?: string): Promise<Answer>;
  refresh(token: string): Promise<Answer>;
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, unknown>;
}

export const goodPassword = "Correct!1horse";

export async function startIdentity(
  env: Record<string, string> = {},
  options: TestServerOptions = {},
): Promise<IdentityApp> {
  const server = await createTestServer({ env, ...options });
  const post = async (url: string, body: string, type: string, address?: string): Promise<Answer> => {
    const headers = { "content-type": type };
    const reply = await server.call("POST", url, null, {
      body,
      headers,
      ...(address ? { address } : {}),
    });
    return { status: reply.status, body: reply.body ?? {}, headers: reply.headers };
  };
  return {
    ...server,
    accounts: (operation, body, address) =>
      post(
        `/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=offbeat`,
        typeof body === "string" ? body : JSON.stringify(body),
        "application/json",
        address,
      ),
    refresh: (token) =>
      post(
        "/securetoken.googleapis.com/v1/token?key=offbeat",
        new URLSearchParams({ grant_type: "refresh_token", refresh_token: token }).toString(),
        "application/x-www-form-urlencoded",
      ),
  };
}
