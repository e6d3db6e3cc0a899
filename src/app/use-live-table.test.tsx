// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { downloadOf } from "../../tests/support/items.ts";
import { renderMember } from "../../tests/support/member-screen.tsx";
import { closeStartGate } from "../lib/start-gate.ts";
import { useDownloads } from "./use-live-table.ts";

const Count = () => <p>{useDownloads()?.size ?? "unknown"}</p>;

// 21.7
test("what comes of the downloads while a pressed song is on its way in a start is drawn once it sounds", async () => {
  const { account } = renderMember({ routes: { "/": Count } });
  await screen.findByText("0");
  let begin = () => {};
  const sound = new Promise<void>((resolve) => (begin = resolve));
  onTestFinished(closeStartGate(() => sound));
  await account.db.downloads.add(downloadOf(1));
  // Not a fixed time: after half a second it is drawn in any case.
  await act(() => vi.waitFor(() => expect(account.downloads.get()?.size).toBe(1), { interval: 5 }));
  expect(screen.queryByText("0")).not.toBeNull();
  await act(async () => begin());
  expect(await screen.findByText("1")).toBeTruthy();
});
