// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { downloadOf, songOf } from "../../../tests/support/items.ts";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { SongMenuTitle } from "./SongMenuTitle.tsx";

// 17.12
test("a menu that covers its row says in words what the row's mark shows", async () => {
  const song = songOf(1);
  const { account, online } = renderMember({ routes: { "/": () => <SongMenuTitle song={song} /> } });
  const { parentElement: text } = await screen.findByText(song.title);
  expect(text?.textContent).not.toContain("Not on this device");
  await act(() => account.db.downloads.add({ ...downloadOf(1), songId: song._id }));
  await waitFor(() => expect(text?.textContent).toContain("Not on this device · Waiting to download"));
  act(() => online.set(false));
  await waitFor(() => expect(text?.textContent).not.toContain("Waiting to download"));
  await act(() => account.db.downloads.update(song._id, { state: "ready" }));
  await waitFor(() => expect(text?.textContent).toContain("On this device"));
});
