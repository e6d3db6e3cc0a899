// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
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

// 2.19
test.each([
  [false, texts.frame.offlineNote],
  [true, texts.frame.offlineUnkept],
])("no saved songs are promised to a sign-in of which nothing stays: %s", async (isVolatile, text) => {
  const toaster = createToaster({ ms: 4_000, actionMs: 10_000 });
  const said: string[] = [];
  toaster.connect({ show: (toast) => said.push(toast.text), dismiss() {} });
  const { online } = renderMember({ routes: { "/": Screen }, isVolatile, services: { toaster } });
  await screen.findByText("Home");
  act(() => online.set(false));
  expect(said).toEqual([text]);
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
  expect(said()).toEqual([texts.frame.offlineNote]);
  act(() => online.set(true));
  expect(said()).toEqual([]);
  act(() => online.set(false));
  expect(said()).toEqual([]);
});
