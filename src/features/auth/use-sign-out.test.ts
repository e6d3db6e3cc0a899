// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { App } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { readSession, writeSession } from "./session.ts";
import { signOut } from "./sign-out.ts";
import { useSignOut } from "./use-sign-out.ts";

let app: App;
vi.mock(import("../../app/app-context.ts"), async (original) => ({ ...(await original()), useApp: () => app }));
vi.mock(import("./sign-out.ts"), { spy: true });

const ada = { uid: "ada", email: "ada@x.org", firstName: "Ada", lastName: "L" };

// 17.38
test.each([
  ["that sends nothing", false, texts.app.failed],
  ["that leaves data behind", true, texts.auth.signOutFailed],
])("a sign-out %s says what is true", async (_, isSignedOut, sentence) => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const failure = vi.fn<(text: string) => void>();
  app = { queryClient: new QueryClient(), toaster: { failure } } as unknown as App; // what the hook uses
  writeSession(app.queryClient, ada);
  vi.mocked(signOut).mockImplementationOnce(async () => {
    if (isSignedOut) writeSession(app.queryClient, null);
    throw new Error("the storage fails");
  });
  const onSignedOut = vi.fn<() => void>();
  const { result } = renderHook(() => useSignOut(onSignedOut));
  await result.current.leave("send");
  expect(failure).toHaveBeenCalledExactlyOnceWith(sentence);
  expect([readSession(app.queryClient) === null, onSignedOut.mock.calls.length]).toEqual([
    isSignedOut,
    isSignedOut ? 1 : 0,
  ]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockClear();
});
