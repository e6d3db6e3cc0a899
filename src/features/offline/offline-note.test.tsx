// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { downloadOf } from "../../../tests/support/items.ts";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { texts } from "../../texts/texts.ts";
import { createToaster } from "../../ui/toaster.ts";
import { OfflineNote } from "./OfflineNote.tsx";

const Screen = () => (
  <>
    <OfflineNote />
    Home
  </>
);

// 2.19, 20.17
test.each([
  ["no song is there", [], texts.frame.offlineUnkept],
  ["a song is on its way", ["downloading"], texts.frame.offlineUnkept],
  ["a song is there", ["wanted", "ready"], texts.frame.offlineNote],
] as const)("saved songs are promised to those who have one: %s", async (_, states, text) => {
  const toaster = createToaster({ ms: 4_000, actionMs: 10_000 });
  const said: string[] = [];
  toaster.connect({ show: (toast) => said.push(toast.text), dismiss() {} });
  // A start without a network asks before the device is read.
  const { account } = renderMember({ routes: { "/": Screen }, online: false, services: { toaster } });
  await account.db.downloads.bulkPut(states.map((state, n) => downloadOf(n, { state })));
  await waitFor(() => expect(said).toEqual([text]));
});

test("being offline is said once in a visit, and no longer than it lasts (specification 20.17)", async () => {
  const toaster = createToaster({ ms: 4_000, actionMs: 10_000 });
  const shown = new Map<string, string>();
  toaster.connect({ show: ({ id, text }) => shown.set(id, text), dismiss: (id) => shown.delete(id) });
  const { online } = renderMember({ routes: { "/": Screen }, services: { toaster } });
  await screen.findByText("Home");
  const said = () => [...shown.values()];
  expect(said()).toEqual([]);
  act(() => online.set(false));
  await waitFor(() => expect(said()).toEqual([texts.frame.offlineUnkept]));
  act(() => online.set(true));
  expect(said()).toEqual([]);
  act(() => online.set(false));
  expect(said()).toEqual([]);
});
