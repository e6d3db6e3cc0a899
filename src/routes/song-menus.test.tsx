// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { idOf, songOf } from "../../tests/support/items.ts";
import { renderMember } from "../../tests/support/member-screen.tsx";
import { useApp } from "../app/app-context.ts";
import { SaveQueue } from "../features/player/SaveQueue.tsx";
import { registerSongs } from "../features/player/song-registry.ts";
import { SongMenus } from "./SongMenus.tsx";

const songs = [songOf(1), songOf(2, { private: true }), songOf(3)];

vi.mock(import("../features/player/use-player.ts"), async (load) => ({
  ...(await load()),
  // One of them stands in the queue twice.
  usePlayerState: (select) => select({ queue: [3, 2, 1, 3].map((digit) => ({ songId: idOf(digit) })) } as never), // all that is read
}));

function Queue() {
  registerSongs(useApp(), songs);
  return (
    <SongMenus>
      <SaveQueue />
    </SongMenus>
  );
}

test.each([
  ["private", [3, 2, 1]],
  ["public", [3, 1]],
])(
  "offline the queue becomes a %s playlist: each song once, in its order (specification 6.21, 5.4)",
  async (visibility, kept) => {
    const { user, account } = renderMember({ routes: { "/here": Queue }, online: false });
    await user.click(await screen.findByRole("button", { name: "Save the queue as a playlist" }));
    const form = within(await screen.findByRole("dialog", { name: "New Playlist" }));
    form.getByText("3 songs of your queue will be in it.");
    form.getByText("Your private songs stay out of a public playlist.");
    await user.type(form.getByLabelText("Title"), "Tonight");
    await user.type(form.getByLabelText("Description"), "As it played");
    await user.selectOptions(form.getByLabelText("Visibility"), visibility);
    await user.click(form.getByRole("button", { name: "Create" }));
    const operations = () => account.outbox.get()?.rows.map(({ operation }) => operation);
    await waitFor(() => expect(operations()).toHaveLength(1 + kept.length));
    const [created, ...added] = operations() ?? [];
    expect(created).toMatchObject({ kind: "create-playlist", playlist: { title: "Tonight" } });
    const playlistId = created?.kind === "create-playlist" ? created.playlistId : "";
    expect(added).toEqual(
      kept.map((digit) => ({ kind: "playlist-song", playlistId, songId: idOf(digit), added: true })),
    );
  },
);
