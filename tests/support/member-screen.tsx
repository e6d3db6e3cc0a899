/**
 * Renders what needs a signed-in user: the real account with its database and outbox, a router, and an API of canned
 * answers. The test file starts with `// @vitest-environment happy-dom`.
 */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, configure } from "@testing-library/react";
import Dexie from "dexie";
import type { ReactNode } from "react";
import { afterEach, vi } from "vitest";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Api } from "../../src/api/api-client.ts";
import { ApiError, unreachable } from "../../src/api/api-error.ts";
import type { App } from "../../src/app/app-context.ts";
import { volatileName } from "../../src/db/volatile-name.ts";
import { writeSession } from "../../src/features/auth/session.ts";
import { createStore } from "../../src/lib/store.ts";
import type { Account } from "../../src/sync/account-session.ts";
import { openAccount } from "../../src/sync/open-account.ts";
import { createToaster } from "../../src/ui/toaster.ts";
import { renderForUser } from "./component.ts";

interface Input {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}
/** What an endpoint answers: `data`, or a function of the request. Anything else is out of reach. */
type Answers = Record<string, unknown>;

export interface MemberScreen {
  /** The routes by path; the first one opens, unless `at` says otherwise. */
  routes: Record<string, () => ReactNode>;
  /** By method and path, such as "GET /users/{id}". May be changed while the test runs. */
  answers?: Answers;
  at?: string;
  online?: boolean;
  /** The device may not keep the account. */
  isVolatile?: boolean;
  /** Services that only this screen asks for. */
  services?: Partial<App>;
}

export const member = { uid: "ada", firstName: "Ada", lastName: "Byron", email: "ada@example.org" };

/** The first menu or dialog loads its script, which takes its time on a busy machine. */
configure({ asyncUtilTimeout: 10_000 });

/** A failure, as an answer of the server. */
export const refuses = (status: 404 | 500 | 503) => () => {
  const [code, sentence] = status === 404 ? (["not-found", "Not found"] as const) : (["internal", "It broke"] as const);
  throw new ApiError(code, sentence, { status });
};

/** The answers that the device has stored, as text. */
export const storedAnswers = async ({ db }: Account) => JSON.stringify(await db.queries.toArray());

const open: { account: Account; queryClient: QueryClient }[] = [];
afterEach(async () => {
  // The screen first: it would ask a database that is closed.
  cleanup();
  for (const { account, queryClient } of open.splice(0)) {
    queryClient.clear();
    account.stop();
    account.db.close({ disableAutoOpen: true });
    await Dexie.delete(account.db.name);
  }
});

export function renderMember({
  routes,
  answers = {},
  at,
  online: startsOnline = true,
  isVolatile = false,
  services = {},
}: MemberScreen) {
  const calls: string[] = [];
  const call = async (endpoint: Endpoint, input: Partial<Input> = {}) => {
    const name = `${endpoint.method} ${endpoint.path}`;
    calls.push(name);
    const answer = answers[name];
    if (answer === undefined || !online.get()) throw unreachable();
    const data: unknown = typeof answer === "function" ? await answer(input) : answer;
    return { data, next: null };
  };
  const api = { call: call as unknown as Api["call"] }; // answers as the test says
  const online = {
    ...createStore(startsOnline),
    report: vi.fn<(reached: boolean) => void>(),
    wasReached: vi.fn<() => boolean>(() => true),
    check: vi.fn<() => void>(),
    close() {},
  };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
  writeSession(queryClient, member);
  const account = openAccount({
    uid: member.uid,
    ...(isVolatile && { databaseName: volatileName(member.uid, "test") }),
    api,
    online,
    invalidate: (keys) => keys.forEach((queryKey) => void queryClient.invalidateQueries({ queryKey })),
    cachedResults: (queryKey) => queryClient.getQueriesData({ queryKey }).map(([, data]) => data),
    onGone() {},
    onUnsent() {},
  });
  open.push({ account, queryClient });
  const toaster = createToaster({ ms: 4_000, actionMs: 10_000 });
  const app = {
    queryClient,
    api,
    online,
    toaster,
    config: {
      mediaUrl: (url: string) => url,
      current: () => undefined,
      refresh: async () => {
        if (!online.get()) throw unreachable();
      },
    },
    worker: { available: true, requestDownloads() {} },
    account: () => account,
    loadedAudio: () => undefined,
    audio: () => new Promise(() => {}),
    ...services,
  } as unknown as App; // what screens ask for

  const root = createRootRouteWithContext<{ app: App }>()({ component: Outlet });
  // With the ids of the app's own tree, which typed hooks name.
  const memberRoute = createRoute({ getParentRoute: () => root, id: "member", component: Outlet });
  const children = Object.entries(routes).map(([path, component]) =>
    createRoute({ getParentRoute: () => memberRoute, path, component }),
  );
  const history = createMemoryHistory({ initialEntries: [at ?? Object.keys(routes)[0] ?? "/"] });
  const router = createRouter({
    routeTree: root.addChildren([memberRoute.addChildren(children)]),
    history,
    context: { app },
  });
  const rendered = renderForUser(
    <QueryClientProvider client={queryClient}>
      {/* A tree of its own, where the registered router's type is expected. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { ...rendered, app, account, calls, answers, history, online, toaster };
}
