// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { idOf, songOf } from "../../tests/support/items.ts";
import { LanguageSwitch } from "../../tests/support/language-switch.tsx";
import { member, renderMember } from "../../tests/support/member-screen.tsx";
import { useApp } from "../app/app-context.ts";
import { SaveQueue } from "../features/player/SaveQueue.tsx";
import { registerSongs } from "../features/player/song-registry.ts";
import { SongMenu } from "../features/songs/SongMenu.tsx";
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

test("a song of somebody else leads to its artist; an own one does not (specification 3.15.2)", async () => {
  const others = songOf(5, { owner: "ben" });
  const own = songOf(6, { owner: member.uid });
  const { user, history } = renderMember({
    routes: {
      "/here": () => (
        <SongMenus>
          {[others, own].map((song) => (
            <SongMenu key={song._id} song={song} liked={false} />
          ))}
        </SongMenus>
      ),
      "/playlist-user/$id": () => <p>A person</p>,
    },
  });
  await user.click(await screen.findByRole("button", { name: "More for Song 6" }));
  await screen.findByRole("menuitem", { name: "Play next" });
  expect(screen.queryByRole("menuitem", { name: "Go to artist" })).toBeNull();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  await user.click(screen.getByRole("button", { name: "More for Song 5" }));
  await user.click(await screen.findByRole("menuitem", { name: "Go to artist" }));
  await screen.findByText("A person");
  expect(history.location.pathname).toBe("/playlist-user/ben");
});

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
    await user.type(form.getByLabelText("Title"), "Tonight");
    await user.type(form.getByLabelText("Description"), "As it played");
    await user.selectOptions(form.getByLabelText("Visibility"), visibility);
    form.getByText(`${kept.length} songs of your queue will be in it.`);
    expect(form.queryAllByText("Your private songs stay out of a public playlist.")).toHaveLength(3 - kept.length);
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

const Speaking = () => (
  <LanguageSwitch>
    <SongMenus>
      <SongMenu song={songOf(6, { owner: member.uid })} liked={false} />
      <SaveQueue />
    </SongMenus>
  </LanguageSwitch>
);

// 3.16.5, 20.21
test.each(["Edit Song", "New Playlist", "Save the queue as a playlist"])(
  "what was typed into a closed form stays in another language: %s",
  async (form) => {
    const { user } = renderMember({ routes: { "/here": Speaking }, answers: { "GET /playlists/my-lists/{id}": [] } });
    const open = async () => {
      if (form === "Save the queue as a playlist") await user.click(await screen.findByRole("button", { name: form }));
      else {
        await user.click(await screen.findByRole("button", { name: "More for Song 6" }));
        const entry = form === "Edit Song" ? "Edit" : "Add Song";
        await user.click(await screen.findByRole("menuitem", { name: entry }));
      }
      if (form === "New Playlist") await user.click(await screen.findByRole("button", { name: form }));
      const title = form === "Edit Song" ? form : "New Playlist";
      return within(await screen.findByRole("dialog", { name: title }));
    };
    const dialog = await open();
    await user.clear(dialog.getByLabelText("Title"));
    await user.type(dialog.getByLabelText("Title"), "Shore");
    await user.keyboard("{Escape}");
    if (form === "New Playlist") {
      await waitFor(() => expect(screen.queryByRole("dialog", { name: form })).toBeNull());
      await user.click(screen.getByRole("button", { name: "Cancel" }));
    }
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Deutsch" }));
    const again = await open();
    expect(again.getByLabelText<HTMLInputElement>("Title").value).toBe("Shore");
    await user.click(again.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "New Playlist" })).toBeNull());
  },
);

// 3.16.5, 20.21
test("a form that waits for its answer closes with it, also in another language", async () => {
  let answer = () => {};
  const own = songOf(6, { owner: member.uid });
  const { user, toaster, calls } = renderMember({
    routes: { "/here": Speaking },
    answers: {
      "PATCH /songs/{id}": () => new Promise((resolve) => (answer = () => resolve({ ...own, title: "Shore" }))),
      "GET /playlists/my-lists/{id}": [],
    },
  });
  const told = vi.spyOn(toaster, "success");
  await user.click(await screen.findByRole("button", { name: "More for Song 6" }));
  await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
  const edit = await screen.findByRole("dialog", { name: "Edit Song" });
  await user.type(within(edit).getByLabelText("Title"), "Shore");
  await user.click(within(edit).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(calls).toContain("PATCH /songs/{id}"));
  // Its texts were asked for before the dialog opened, and come now.
  act(() => screen.getByText("Deutsch").click());
  expect(await screen.findByRole("dialog", { name: "Edit Song" })).not.toBe(edit);
  answer();
  await waitFor(() => expect(told).toHaveBeenCalled());
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Edit Song" })).toBeNull());
});
