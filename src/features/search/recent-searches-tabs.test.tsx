// @vitest-environment happy-dom
/** Recent searches of two tabs (specification 3.8.3). */
import { act, renderHook, waitFor } from "@testing-library/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { openDatabase } from "../../db/database.ts";
import { useChangeRecent, useRecentSearches } from "./recent-searches.ts";

const db = openDatabase("ada");
vi.mock(import("../../app/app-context.ts"), async (original) => ({
  ...(await original()),
  useAccount: () => ({ db, uid: "ada" }) as never, // all that is used of it
}));

function openTab() {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: "always", retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => ({ recent: useRecentSearches(), ...useChangeRecent() }), { wrapper }).result;
}

test("a search keeps those of another tab, and brings none back that was cleared there", async () => {
  const [one, other] = [openTab(), openTab()];
  act(() => one.current.remember("a secret"));
  await waitFor(() => expect(one.current.recent).toEqual(["a secret"]));
  act(() => other.current.remember("tide"));
  await waitFor(() => expect(other.current.recent).toEqual(["tide", "a secret"]));
  act(() => one.current.clear());
  await waitFor(() => expect(one.current.recent).toEqual([]));
  act(() => other.current.remember("shore"));
  await waitFor(() => expect(other.current.recent).toEqual(["shore"]));
  expect(openTab().current.recent).toEqual([]);
  const third = openTab();
  await waitFor(() => expect(third.current.recent).toEqual(["shore"]));
});

test("several changes at once happen in their order", async () => {
  const tab = openTab();
  act(() => {
    tab.current.clear();
    tab.current.remember("a");
    tab.current.remember("b");
  });
  await waitFor(() => expect(tab.current.recent).toEqual(["b", "a"]));
});

test("what is cleared on a full device does not stay there", async () => {
  const tab = openTab();
  act(() => tab.current.remember("a secret"));
  await waitFor(() => expect(tab.current.recent).toContain("a secret"));
  vi.spyOn(db.queries, "put").mockRejectedValue(new DOMException("There is no space", "QuotaExceededError"));
  act(() => tab.current.clear());
  await waitFor(() => expect(tab.current.recent).toEqual([]));
  expect(JSON.stringify(await db.queries.toArray())).not.toContain("a secret");
});
