// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { Playlists } from "../../routes/playlists.tsx";

const empty = { "GET /playlists/public/{id}": [] };

test("without a network a screen says from when it is, and nothing with one (specification 20.17)", async () => {
  const at = new Date(2026, 10, 22, 14, 5).getTime();
  const clock = vi.spyOn(Date, "now").mockReturnValue(at);
  const { online } = renderMember({ routes: { "/playlists": Playlists }, answers: empty });
  await screen.findByText("No playlists yet");
  expect(screen.queryByText(/^As of/)).toBeNull();
  online.set(false);
  const time = new Intl.DateTimeFormat(navigator.language, { timeStyle: "short" }).format(at);
  await screen.findByText(`As of ${time}`);
  online.set(true);
  await waitFor(() => expect(screen.queryByText(/^As of/)).toBeNull());
  clock.mockRestore();
});

test("a screen that has never been loaded does not pretend to be of some time", async () => {
  renderMember({ routes: { "/playlists": Playlists }, online: false });
  await screen.findByText(/^You're offline, and this device/);
  expect(screen.queryByText(/^As of/)).toBeNull();
});
