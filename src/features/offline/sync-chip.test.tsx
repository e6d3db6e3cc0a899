// @vitest-environment happy-dom
import { act, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { idOf } from "../../../tests/support/items.ts";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { SyncChip } from "./SyncChip.tsx";

test("where space is short the chip still says how many changes wait (specification 3.7.4, 17.33)", async () => {
  const { account, online } = renderMember({ routes: { "/": SyncChip, "/changes": () => null } });
  const link = await screen.findByRole("link", { name: "All changes saved" });
  /** What phones show beside the icon; the sentence is for screen readers there. */
  const short = () => [...link.querySelectorAll("[aria-hidden=true]:not(svg)")].map((one) => one.textContent);
  expect(short()).toEqual([]);
  act(() => online.set(false));
  expect(short()).toEqual(["Offline"]);
  for (const n of [1, 2]) await account.change({ kind: "like", songId: idOf(n), liked: true });
  await within(screen.getByRole("status")).findByRole("link", { name: "Offline · 2 changes waiting" });
  expect(short()).toEqual(["Offline · 2"]);
  expect(link.title).toBe("Offline · 2 changes waiting");
});
