/** Shows a visitor's screen with an identity provider that the test plays. */
import { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { vi } from "vitest";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { StoredUser } from "../../contract/users.ts";
import type { App } from "../../src/app/app-context.ts";
import { writeSession } from "../../src/features/auth/session.ts";
import { type Visitor, VisitorContext, type VisitorTarget } from "../../src/features/auth/visitor-context.ts";
import type { Identity } from "../../src/identity/identity.ts";
import { createStore } from "../../src/lib/store.ts";
import { createToaster, type ToastMessage } from "../../src/ui/toaster.ts";
import { renderForUser } from "./component.ts";

type Options = {
  identity: Partial<Identity>;
  /** Who is signed in. */
  session?: StoredUser;
  /** Whether the site offers Google; "off" unless said. */
  google?: "demo" | "off";
  /** Answers the server's calls. */
  call?: (name: string) => Promise<unknown>;
};

export function showForVisitor(screen: ReactNode, { identity, session, google = "off", call }: Options) {
  const queryClient = new QueryClient();
  if (session) writeSession(queryClient, session);
  const toaster = createToaster({ ms: 4_000, actionMs: 10_000 });
  const toasts: ToastMessage[] = [];
  toaster.connect({ show: (toast) => toasts.push(toast), dismiss: () => {} });
  const online = { ...createStore(true), check: vi.fn<() => void>() };
  const app = {
    queryClient,
    toaster,
    api: { call: ({ method, path }: Endpoint) => call?.(`${method} ${path}`) },
    online,
    identity: async () => ({ token: async () => "token", ...identity }),
    duringAuthFlow: <T,>(flow: () => Promise<T>) => flow(),
  } as unknown as App; // what these screens use
  const went: VisitorTarget[] = [];
  const site = { identity: { kind: "embedded", google } };
  const visitor = {
    config: { current: () => site, refresh: async () => site },
    toaster,
    open: async () => ({ app, router: undefined }),
    go: (target: VisitorTarget) => void went.push(target),
  } as unknown as Visitor; // the same
  return {
    ...renderForUser(<VisitorContext value={visitor}>{screen}</VisitorContext>),
    toasts,
    went,
    queryClient,
    online,
  };
}
