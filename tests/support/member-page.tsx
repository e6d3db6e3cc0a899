/** Renders a component as on a member's screen: with a router, a query client, and an app that talks to a fake server. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { configure } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import type { Endpoint } from "../../contract/endpoint.ts";
import { ApiError } from "../../src/api/api-error.ts";
import type { App } from "../../src/app/app-context.ts";
import { openDatabase } from "../../src/db/database.ts";
import { createStore } from "../../src/lib/store.ts";
import { createToaster } from "../../src/ui/toaster.ts";
import { renderForUser } from "./component.ts";

/** A first menu or dialog loads its script, which takes its time on a busy machine. */
configure({ asyncUtilTimeout: 10_000 });

/** What was called, as "PATCH /songs/{id}", with what it was given. */
export interface Call {
  name: string;
  input: { params?: Record<string, string>; query?: unknown; body?: unknown; key?: string };
}

/** Answers a call, or throws ApiError. */
export type FakeServer = (call: Call) => unknown;

export function renderForMember(component: ReactNode, server: FakeServer, uid = "ana") {
  const calls: Call[] = [];
  const toasts: string[] = [];
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
  const online = createStore(true);
  const toaster = createToaster({ ms: 4_000, actionMs: 10_000 });
  toaster.connect({ show: ({ text }) => void toasts.push(text), dismiss: () => {} });
  const live = (value: unknown) => ({ ...createStore(value), close: () => {} });
  const account = {
    uid,
    db: openDatabase(uid),
    outbox: live({ rows: [] }),
    downloads: live(new Map()),
    refetch: vi.fn<(keys: unknown) => Promise<void>>(async () => {}),
    change: vi.fn<() => Promise<void>>(async () => {}),
  };
  const app = {
    queryClient,
    online: { ...online, report: online.set, check: () => {}, close: () => {} },
    toaster,
    account: () => account,
    identity: async () => ({ token: async () => "token" }),
    api: {
      call: async ({ method, path }: Endpoint, input: Call["input"] = {}) => {
        const call = { name: `${method} ${path}`, input };
        calls.push(call);
        return server(call);
      },
    },
    config: {
      mediaUrl: (url: string) => `https://music.example${url}`,
      current: () => ({ upload: { image: { maxBytes: 1_000 }, song: { maxBytes: 2_000 } } }),
      refresh: () => (online.get() ? Promise.resolve() : Promise.reject(new ApiError("network", "No connection"))),
    },
  } as unknown as App; // what the components under test use of it
  const root = createRootRouteWithContext<{ app: App }>()({ component: Outlet });
  const page = createRoute({ getParentRoute: () => root, path: "/", component: () => component });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory(),
    context: { app },
  });
  const rendered = renderForUser(
    <QueryClientProvider client={queryClient}>
      {/* The registered router is the app's, with its screens. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { ...rendered, app, account, queryClient, online, calls, toasts };
}
