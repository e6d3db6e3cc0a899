// @vitest-environment happy-dom
/** The profile of an account that has none (specification 2.12). */
import { QueryClient } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderForUser } from "../../tests/support/component.ts";
import type { App } from "../app/app-context.ts";
import { readSession } from "../features/auth/session.ts";
import { type Visitor, VisitorContext } from "../features/auth/visitor-context.ts";
import { createStore } from "../lib/store.ts";
import { createToaster } from "../ui/toaster.ts";
import { Completion } from "./Completion.tsx";

test("nobody can go back while the profile is being made: a sign-in without its token would be left", async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const user = { uid: "ada", email: "ada@example.org", firstName: "Ada", lastName: "Lovelace" };
  const call = vi.fn<() => Promise<unknown>>(async () => {
    await held;
    return { data: user };
  });
  const signOut = vi.fn<() => Promise<void>>(async () => {});
  const toaster = createToaster({ ms: 4_000, actionMs: 10_000 });
  const app = {
    queryClient: new QueryClient(),
    toaster,
    api: { call },
    online: createStore(true),
    identity: async () => ({ signOut, token: async () => "token" }),
    worker: { setAccount() {}, wipe: async () => {} },
    openAccount: async () => ({}),
    duringAuthFlow: <T,>(flow: () => Promise<T>) => flow(),
  } as unknown as App; // what the flow uses
  const visitor = { toaster, open: async () => ({ app }), go() {} } as unknown as Visitor;
  const entry = { name: "completion", enter() {}, leave: async () => {} };
  const onSignedIn = vi.fn<() => void>();
  const onGivenUp = vi.fn<() => void>();
  const shown = renderForUser(
    <VisitorContext value={visitor}>
      <Completion user={user} entry={entry} onSignedIn={onSignedIn} onGivenUp={onGivenUp} />
    </VisitorContext>,
  );
  await shown.user.click(await screen.findByRole("button", { name: "Complete registration" }));
  await vi.waitFor(() => expect(call).toHaveBeenCalledOnce());
  for (const button of screen.getAllByRole("button", { name: "Go back" })) await shown.user.click(button);
  expect([onGivenUp.mock.calls.length, signOut.mock.calls.length]).toEqual([0, 0]);
  answer();
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(readSession(app.queryClient)?.uid).toBe("ada");
});
