// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import * as v from "valibot";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Upload } from "../../../contract/media.ts";
import type { PlaylistSummary } from "../../../contract/playlists.ts";
import type { Song } from "../../../contract/songs.ts";
import { idOf, songOf } from "../../../tests/support/items.ts";
import { LanguageSwitch } from "../../../tests/support/language-switch.tsx";
import { member, type MemberScreen, refuses, renderMember } from "../../../tests/support/member-screen.tsx";
import type { Api } from "../../api/api-client.ts";
import { ApiError } from "../../api/api-error.ts";
import type { App } from "../../app/app-context.ts";
import { sendFile } from "../../app/send-file.ts";
import { createQueryStore } from "../../db/query-store.ts";
import { MyPlaylists } from "../../routes/my-playlists.tsx";
import { Playlist } from "../../routes/playlist.tsx";
import type { Account } from "../../sync/account-session.ts";
import { texts } from "../../texts/texts.ts";
import type { ToastMessage } from "../../ui/toaster.ts";
import { AddSongsDialog } from "./AddSongsDialog.tsx";
import { AddToPlaylistDialog } from "./AddToPlaylistDialog.tsx";
import { EditPlaylistDialog } from "./EditPlaylistDialog.tsx";
import { NewPlaylistDialog } from "./NewPlaylistDialog.tsx";
import { PlaylistActions } from "./PlaylistActions.tsx";
import { useEditPlaylist } from "./use-edit-playlist.tsx";
import { useChangeSongs } from "./use-change-songs.ts";
import { useDialog } from "./use-dialog.ts";

vi.mock("../../app/send-file.ts", () => ({ sendFile: vi.fn<typeof sendFile>() }));

const summary = (digit: number, title: string, fields: Partial<PlaylistSummary> = {}): PlaylistSummary => ({
  _id: idOf(digit),
  title,
  description: `About ${title}`,
  genre: "Ska",
  private: true,
  playlistImage: null,
  songCount: 0,
  owner: member.uid,
  ownerName: "Ada Byron",
  followers: 0,
  followed: false,
  createdAt: "2026-11-22T12:00:00.000Z",
  ...fields,
});

const song = (n: number, title: string, fields: Partial<Song> = {}) => songOf(n, { title, ...fields });

declare const request: { params: Record<string, string>; query: Record<string, string>; body: unknown };

/** Own and followed playlists; the lists of bodies and of ids are the same path. */
const listsOf = (own: PlaylistSummary[], followed: PlaylistSummary[] = [], holding: string[] = []) => ({
  "GET /playlists/my-lists/{id}": ({ query }: typeof request) => {
    if (query["holding"] !== undefined) return holding;
    return query["fields"] === "ids" ? own.map(({ _id }) => _id) : own;
  },
  "GET /playlists/my-favorite-lists/{id}": ({ query }: typeof request) =>
    query["fields"] === "ids" ? followed.map(({ _id }) => _id) : followed,
});

function show(
  component: MemberScreen["routes"][string],
  answers: MemberScreen["answers"],
  online = true,
  services: Partial<App> = {},
) {
  const rendered = renderMember({
    services,
    routes: { "/my-playlists": MyPlaylists, "/here": component },
    answers,
    at: "/here",
    online,
  });
  const toasts: string[] = [];
  const actions: NonNullable<ToastMessage["action"]>[] = [];
  /** Texts by id. */
  const inSight = new Map<string, string>();
  const take = ({ id, text, action }: ToastMessage & { id: string }) => {
    toasts.push(text);
    inSight.set(id, text);
    if (action !== undefined) actions.push(action);
  };
  rendered.toaster.connect({ show: take, dismiss: (id) => void inSight.delete(id) });
  return { ...rendered, toasts, inSight, actions };
}

const openNew = async (user: ReturnType<typeof show>["user"]) => {
  await user.click(await screen.findByRole("button", { name: "New Playlist" }));
  return within(await screen.findByRole("dialog", { name: "New Playlist" }));
};

test("a new playlist says what is missing, and a double click makes one (specification 3.16.4, 8.8)", async () => {
  const sent: unknown[] = [];
  const lists = listsOf([]);
  const { user, toasts, actions, calls, history } = show(MyPlaylists, {
    ...lists,
    "POST /playlists": ({ body }: typeof request) => {
      sent.push(body);
      return summary(1, "Shore");
    },
  });
  const dialog = await openNew(user);
  await user.click(dialog.getByRole("button", { name: "Create" }));
  dialog.getByText("The playlist title is required");
  dialog.getByText("The description is required");
  await user.type(dialog.getByLabelText("Title"), "Shore");
  await user.type(dialog.getByLabelText("Description"), "By the sea");
  const asked = calls.filter((name) => name === "GET /playlists/my-lists/{id}").length;
  await user.dblClick(dialog.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(toasts).toEqual(["Playlist successfully created!"]));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      playlist: { title: "Shore", description: "By the sea", genre: null, private: true, playlistImage: null },
    },
  ]);
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() =>
    expect(calls.filter((name) => name === "GET /playlists/my-lists/{id}").length).toBeGreaterThan(asked),
  );
  await waitFor(() => expect(history.location.state).not.toHaveProperty("dialog"));
  // Another one begins anew.
  const next = await openNew(user);
  expect(next.getByLabelText<HTMLInputElement>("Title").value).toBe("");
  await waitFor(() => expect(history.location.state).toHaveProperty("dialog"));
  await user.click(next.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(history.location.state).not.toHaveProperty("dialog"));
  // Its toast leads into it.
  expect(actions.map(({ label }) => label)).toEqual(["Open"]);
  actions[0]?.onPress();
  await waitFor(() => expect(history.location.pathname).toMatch(/^\/playlist\/[0-9a-f]{8}-[0-9a-f]{4}-7/));
});

test("without a network a playlist is there at once, and is sent later (specification 5.15, 17.19)", async () => {
  const sent: unknown[] = [];
  const { user, online, answers, toasts, account } = show(MyPlaylists, { ...listsOf([]) }, false);
  const dialog = await openNew(user);
  dialog.getByText("You're offline. Your playlist stays here, and we'll send it when you're back.");
  // A picture cannot be kept: the form says so before anybody chooses one.
  dialog.getByText("An image needs the network: you can add it later.");
  expect(dialog.getByLabelText<HTMLInputElement>("Image").disabled).toBe(true);
  await user.type(dialog.getByLabelText("Title"), "Shore");
  await user.type(dialog.getByLabelText("Description"), "By the sea");
  // Closed by mistake: it is still there.
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const again = await openNew(user);
  await user.click(again.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(toasts).toEqual(["Playlist successfully created!"]));
  await within(await screen.findByRole("list", { name: "Made by me" })).findByRole("link", { name: "Shore" });
  answers["POST /playlists"] = ({ body }: typeof request) => {
    sent.push(body);
    return summary(1, "Shore");
  };
  online.set(true);
  await waitFor(() => expect(sent).toMatchObject([{ playlist: { title: "Shore" } }]));
  await waitFor(() => expect(account.outbox.get()?.rows.map(({ state }) => state)).toEqual(["acked"]));
});

test("a picture that cannot be sent keeps the form open, and what was typed (specification 5.8)", async () => {
  const { user, online } = show(MyPlaylists, { ...listsOf([]) });
  const dialog = await openNew(user);
  await user.type(dialog.getByLabelText("Title"), "Shore");
  await user.type(dialog.getByLabelText("Description"), "By the sea");
  await user.upload(dialog.getByLabelText("Image"), new File(["x"], "cover.png", { type: "image/png" }));
  act(() => online.set(false));
  // A playlist with a picture is not stored: nothing else is promised, before or after the press.
  const sentence = "You're offline. Take the image out to save now, or try again when you're back";
  expect(dialog.getByRole("status").textContent).toBe(sentence);
  await user.click(dialog.getByRole("button", { name: "Create" }));
  await within(dialog.getByRole("alert")).findByText(sentence);
  expect(dialog.queryByText(texts.playlistForm.offline)).toBeNull();
  expect(dialog.getByLabelText<HTMLInputElement>("Title").value).toBe("Shore");
  await user.click(dialog.getByRole("button", { name: "Remove cover.png" }));
  await user.click(dialog.getByRole("button", { name: "Create" }));
  await within(await screen.findByRole("list", { name: "Made by me" })).findByRole("link", { name: "Shore" });
});

// 17.3
test("a picture that is long on its way: the form says so, and asks whether the server is there", async () => {
  vi.mocked(sendFile).mockReturnValueOnce(new Promise(() => {}));
  const { user, online } = show(MyPlaylists, { ...listsOf([]) });
  const dialog = await openNew(user);
  await user.type(dialog.getByLabelText("Title"), "Shore");
  await user.type(dialog.getByLabelText("Description"), "By the sea");
  await user.upload(dialog.getByLabelText("Image"), new File(["x"], "cover.png", { type: "image/png" }));
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  // The dialog goes before that, and ends what it has begun.
  onTestFinished(() => void vi.advanceTimersByTime(1_000).useRealTimers());
  await user.click(dialog.getByRole("button", { name: "Create" }));
  expect(dialog.queryByText(texts.app.slow)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  dialog.getByText(texts.app.slow);
  expect(online.check).toHaveBeenCalledOnce();
  // Nothing can be taken out of a form that is being sent: this stays all that it says.
  act(() => online.set(false));
  expect(dialog.queryByText(texts.playlistForm.imageNeedsNetwork)).toBeNull();
});

const Actions = ({ playlist }: { playlist: PlaylistSummary }) => {
  const [edit, form] = useEditPlaylist(false);
  return (
    <>
      <PlaylistActions {...{ playlist, edit }} adding={useDialog()} />
      {form}
    </>
  );
};

const openMenu = async (user: ReturnType<typeof show>["user"], entry: string) => {
  await user.click(await screen.findByRole("button", { name: "More for Shore" }));
  await user.click(await screen.findByRole("menuitem", { name: entry }));
};

test("an edit sends what changed; private songs that forbid it are listed (specification 3.16.5, 5.5)", async () => {
  const shore = summary(1, "Shore");
  const sent: unknown[] = [];
  const { user, toasts, answers } = show(() => <Actions playlist={shore} />, {
    ...listsOf([shore]),
    "PATCH /playlists/{id}": ({ body }: typeof request) => {
      sent.push(body);
      const songs = [{ _id: idOf(7), title: "Hidden" }];
      const problem = { status: 409, title: "x", code: "private-songs-in-playlist", songs };
      throw new ApiError(problem.code, "Private songs are in this playlist", { status: 409, problem });
    },
  });
  await openMenu(user, "Edit Playlist");
  const dialog = within(await screen.findByRole("dialog", { name: "Change Playlist information" }));
  expect(dialog.getByLabelText<HTMLSelectElement>("Genre").value).toBe("Ska");
  await user.selectOptions(dialog.getByLabelText("Visibility"), "public");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  within(await dialog.findByRole("group", { name: "Private songs in this playlist:" })).getByText("Hidden");
  dialog.getByText("It holds private songs. Take them out before you make it public");
  expect(toasts).toEqual([]);
  answers["PATCH /playlists/{id}"] = ({ body }: typeof request) => {
    sent.push(body);
    return { ...shore, songs: [] };
  };
  await user.selectOptions(dialog.getByLabelText("Visibility"), "private");
  await user.selectOptions(dialog.getByLabelText("Genre"), "");
  await user.dblClick(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(toasts).toEqual(["Playlist successfully edited!"]));
  await waitFor(() => expect(sent).toEqual([{ playlist: { private: false } }, { playlist: { genre: null } }]));
});

test("a form that waits for its answer takes nothing more, which would be lost with it (specification 3.16.8)", async () => {
  let answer = () => {};
  const shore = summary(1, "Shore");
  const { user, toasts } = show(() => <Actions playlist={shore} />, {
    "GET /playlists/{id}": shore,
    "PATCH /playlists/{id}": () => new Promise((resolve) => (answer = () => resolve({ ...shore, private: false }))),
  });
  await openMenu(user, "Edit Playlist");
  const dialog = within(await screen.findByRole("dialog", { name: "Change Playlist information" }));
  await user.selectOptions(dialog.getByLabelText("Visibility"), "public");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await user.type(dialog.getByLabelText("Description"), ", at night");
  expect(dialog.getByLabelText("Description")).toHaveProperty("value", "About Shore");
  await waitFor(() => {
    answer();
    expect(toasts).toEqual(["Playlist successfully edited!"]);
  });
});

// 3.11.6
const gone = () => {
  throw new ApiError("not-found", "Not found", { status: 404 });
};

test.each([
  ["while its form is open", { ...summary(1, "Shore"), songs: [] }],
  ["before its form is opened", gone],
])("a playlist that its owner deletes elsewhere %s: the form says so and sends nothing", async (_, first) => {
  const shore = summary(1, "Shore");
  const { user, answers, account, app, calls } = show(() => <Actions playlist={shore} />, {
    ...listsOf([shore]),
    "GET /playlists/{id}": first,
  });
  await openMenu(user, "Edit Playlist");
  const dialog = within(await screen.findByRole("dialog", { name: "Change Playlist information" }));
  await user.type(dialog.getByLabelText("Title"), " at night");
  answers["GET /playlists/{id}"] = gone;
  void app.queryClient.invalidateQueries({ queryKey: ["playlists"] });
  await dialog.findByText(/^This playlist is gone: it was deleted somewhere else/);
  // Asked again, without an answer yet.
  answers["GET /playlists/{id}"] = () => new Promise(() => {});
  const before = calls.length;
  void app.queryClient.invalidateQueries({ queryKey: ["playlists"] });
  await waitFor(() => expect(calls.slice(before)).toContain("GET /playlists/{id}"));
  expect(dialog.getByLabelText<HTMLInputElement>("Title").value).toBe("Shore at night");
  await user.keyboard("{Enter}");
  // As long as a change that is stored takes to close the form.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  expect(account.outbox.get()?.rows).toEqual([]);
  expect(calls).not.toContain("PATCH /playlists/{id}");
});

test("a deletion asks, is sent once, and leads to the own playlists (specification 3.11.5, 3.11.6)", async () => {
  const shore = summary(1, "Shore");
  const sent: unknown[] = [];
  const { user, toasts, history } = show(() => <Actions playlist={shore} />, {
    ...listsOf([]),
    "PUT /playlists/{id}": ({ params, body }: typeof request) => void sent.push([params["id"], body]),
  });
  await openMenu(user, "Delete Playlist");
  const dialog = within(await screen.findByRole("dialog", { name: "Delete Playlist" }));
  await user.dblClick(dialog.getByRole("button", { name: "Confirm" }));
  await waitFor(() => expect(toasts).toEqual(["Playlist successfully deleted!"]));
  await waitFor(() => expect(sent).toEqual([[idOf(1), { userId: member.uid }]]));
  await waitFor(() => expect(history.location.pathname).toBe("/my-playlists"));
});

test("who does not own a playlist can only share it (specification 3.11.5)", async () => {
  const { user } = show(
    () => <Actions playlist={summary(1, "Shore", { owner: "ben", private: false })} />,
    listsOf([]),
  );
  await user.click(await screen.findByRole("button", { name: "More for Shore" }));
  expect((await screen.findAllByRole("menuitem")).map((entry) => entry.textContent)).toEqual(["Share"]);
});

test("Back after a deletion leads past the screen of the playlist that is gone (specification 3.11.6)", async () => {
  const { user, history } = renderMember({
    routes: {
      "/before": () => "Before",
      "/playlist/$id": () => <Actions playlist={summary(1, "Shore")} />,
      "/my-playlists": () => "Mine",
    },
    at: "/before",
    answers: { "PUT /playlists/{id}": () => undefined },
  });
  await screen.findByText("Before");
  act(() => history.push(`/playlist/${idOf(1)}`));
  await openMenu(user, "Delete Playlist");
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Confirm" }));
  await screen.findByText("Mine");
  act(() => history.back());
  await screen.findByText("Before");
  expect(history.location.pathname).toBe("/before");
});

test("while it is not known what is followed nobody is told that they do not, also with another follow queued (specification 5.9)", async () => {
  const coast = summary(3, "Coast", { owner: "ben", private: false });
  const { account } = show(() => <Actions playlist={coast} />, {
    "GET /playlists/my-favorite-lists/{id}": () => new Promise(() => {}),
  });
  const isOffered = async () => !(await screen.findByRole<HTMLButtonElement>("button", { name: "Follow" })).disabled;
  expect(await isOffered()).toBe(false);
  await act(() => account.change({ kind: "follow-playlist", playlistId: idOf(9), followed: true }));
  await waitFor(() => expect(account.outbox.get()?.rows).toHaveLength(1));
  expect(await isOffered()).toBe(false);
  await act(() => account.change({ kind: "follow-playlist", playlistId: coast._id, followed: true }));
  expect(await screen.findByRole("button", { name: "Following" })).toHaveProperty("disabled", false);
});

const choices = async () =>
  within(await screen.findByRole("list", { name: "Made by me" }))
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label"));

const own = [summary(1, "Shore"), summary(2, "Coast", { private: false }), summary(3, "Full")];

test.each([
  ["a public song", false, ["Add to Shore", "Add to Coast"]],
  ["a private song", true, ["Add to Shore"]],
])(
  "%s is offered the playlists that may take it and do not hold it (specification 3.16.3, 5.4, 5.7)",
  async (_, isPrivate, expected) => {
    const tide = song(8, "Slow Tide", { private: isPrivate });
    const { user, account, toasts } = show(
      () => <AddToPlaylistDialog song={tide} open onClose={() => {}} />,
      listsOf(own, [], [idOf(3)]),
    );
    expect(await choices()).toEqual(expected);
    await user.click(screen.getByRole("button", { name: "Add to Shore" }));
    await waitFor(() => expect(toasts).toEqual(["Song successfully added to playlist!"]));
    await waitFor(() =>
      expect(account.outbox.get()?.rows).toMatchObject([
        {
          operation: { kind: "playlist-song", playlistId: idOf(1), songId: idOf(8), added: true },
          snapshot: { title: "Slow Tide", playlistTitle: "Shore" },
        },
      ]),
    );
    // At once, before the server has heard of it.
    await waitFor(() => expect(screen.queryByRole("button", { name: "Add to Shore" })).toBeNull());
  },
);

// 3.16.3, 3.15.3, 20.4, 20.25
test("three hundred playlists are drawn as far as they are seen, found by a text, and walked by keys", async () => {
  const many = Array.from({ length: 300 }, (_, n) => summary(n, `Tape ${n}`));
  const { user, toasts } = show(
    () => <AddToPlaylistDialog song={song(999, "Slow Tide")} open onClose={() => {}} />,
    listsOf(many, [], [idOf(0)]),
  );
  const drawn = await choices();
  expect(drawn.slice(0, 2)).toEqual(["Add to Tape 1", "Add to Tape 2"]);
  expect(drawn.length).toBeLessThan(60);
  const [first] = screen.getAllByRole("listitem");
  expect(first?.getAttribute("aria-setsize")).toBe("299");
  screen.getByRole("button", { name: "Add to Tape 1" }).focus();
  await user.keyboard("{End}");
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Add to Tape 299"));

  const search = screen.getByRole("searchbox", { name: "Find a playlist" });
  await user.type(search, "TAPE 29");
  expect(await choices()).toEqual(
    ["29", ...Array.from({ length: 10 }, (_, n) => `29${n}`)].map((n) => `Add to Tape ${n}`),
  );
  expect(screen.getByText("11 results")).toBeTruthy();
  await user.type(search, "x");
  screen.getByText("No Data");
  await user.clear(search);
  await user.type(search, "299");
  await user.tab();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(toasts).toEqual(["Song successfully added to playlist!"]));
});

// 3.16.3
test("a playlist is offered three hundred songs in parts, drawn as far as they are seen and found by a text", async () => {
  const songs = Array.from({ length: 300 }, (_, n) => song(n, `Song ${n}`));
  const { user } = show(() => <Actions playlist={summary(999, "Shore")} />, {
    ...listsOf([]),
    "GET /playlists/playlist/{id}": [],
    "GET /songs/accessible-songs/{id}": songs,
  });
  await openMenu(user, "Add Song");
  const dialog = within(await screen.findByRole("dialog", { name: "Add Song to Shore" }));
  const more = () => dialog.queryByRole("button", { name: "Show more" });
  const drawn = () => dialog.queryAllByRole("button", { name: /^Add / }).length;
  await waitFor(() => expect(drawn()).toBe(50));
  await user.click(more() ?? document.body);
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Add Song 50"));
  for (const count of [150, 200, 250, 300]) {
    await user.click(more() ?? document.body);
    await waitFor(() => expect(dialog.getAllByRole("listitem")[0]?.getAttribute("aria-setsize")).toBe(`${count}`));
    expect(drawn()).toBeLessThan(60);
  }
  expect(more()).toBeNull();
  await user.type(dialog.getByRole("searchbox", { name: "Find songs to add" }), "song 299");
  await user.tab();
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Add Song 299");
});

test("a new playlist says by its visibility whether the song goes into it (specification 3.16.4, 5.4)", async () => {
  const { user } = show(() => {
    const own = { ...song(8, "Slow Tide"), private: true };
    return <NewPlaylistDialog open songs={[own]} onClose={() => {}} onDone={() => {}} />;
  }, listsOf([]));
  const dialog = within(await screen.findByRole("dialog", { name: "New Playlist" }));
  dialog.getByText("Slow Tide will be in it.");
  dialog.getByText("Only you can open private playlists.");
  await user.selectOptions(dialog.getByLabelText("Visibility"), "public");
  dialog.getByText("It will be empty: your private songs stay out of a public playlist.");
  dialog.getByText("Everyone can find and play public playlists.");
  expect(dialog.queryByText("Slow Tide will be in it.")).toBeNull();
});

test("a new playlist that is made for a song holds it, and there is nothing left to choose (specification 3.16.3)", async () => {
  let isOpen = true;
  const { user, account, toasts } = show(() => {
    const [open, setOpen] = useState(true);
    isOpen = open;
    return <AddToPlaylistDialog song={song(8, "Slow Tide")} open={open} onClose={() => setOpen(false)} />;
  }, listsOf([]));
  let dialog = await openNew(user);
  dialog.getByText("Slow Tide will be in it.");
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(isOpen, "a form that was given up leads back to the choice").toBe(true);
  dialog = await openNew(user);
  await user.type(dialog.getByLabelText("Title"), "Tonight");
  await user.type(dialog.getByLabelText("Description"), "For the sea");
  await user.click(dialog.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(isOpen).toBe(false));
  expect(toasts, "the one with an action stands in front").toEqual([
    "Song successfully added to playlist!",
    "Playlist successfully created!",
  ]);
  const operations = () => account.outbox.get()?.rows.map(({ operation }) => operation);
  await waitFor(() => expect(operations()).toHaveLength(2));
  expect(operations()).toMatchObject([{ kind: "create-playlist" }, { kind: "playlist-song", songId: idOf(8) }]);
});

test("the choice stays open behind a new public playlist that does not take the private song (specification 3.16.3)", async () => {
  let isOpen = true;
  const { user, toasts } = show(() => {
    const [open, setOpen] = useState(true);
    isOpen = open;
    const hidden = song(8, "Slow Tide", { private: true });
    return <AddToPlaylistDialog song={hidden} open={open} onClose={() => setOpen(false)} />;
  }, listsOf([]));
  const dialog = await openNew(user);
  await user.type(dialog.getByLabelText("Title"), "Tonight");
  await user.type(dialog.getByLabelText("Description"), "For the sea");
  await user.selectOptions(dialog.getByLabelText("Visibility"), "public");
  await user.click(dialog.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(toasts).toEqual(["Playlist successfully created!"]));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "New Playlist" })).toBeNull());
  expect(isOpen).toBe(true);
});

test.each([
  [1, /^Already in Shore\.$/],
  [3, /^Already in Shore, Coast, and Tide\.$/],
  [5, /^Already in Shore, Coast, Tide, and 2 more\.$/],
])("a song in %i playlists is told where it is already (specification 3.16.3)", async (count, sentence) => {
  const own = ["Shore", "Coast", "Tide", "Surf", "Sand", "Free"].map((title, index) => summary(index + 1, title));
  const held = own.slice(0, count).map(({ _id }) => _id);
  show(() => <AddToPlaylistDialog song={song(8, "Slow Tide")} open onClose={() => {}} />, listsOf(own, [], held));
  await screen.findByText(sentence);
  expect(screen.queryByRole("button", { name: "Add to Shore" })).toBeNull();
  screen.getByRole("button", { name: "Add to Free" });
});

/** Own playlists, which are seen before a song is added. */
const showAddLater = (own: PlaylistSummary[]) =>
  show(() => {
    const [open, setOpen] = useState(false);
    const [seen, setSeen] = useState(false);
    return (
      <>
        <button onClick={() => setSeen(true)}>See</button>
        <button onClick={() => setOpen(true)}>Add</button>
        {seen && <MyPlaylists />}
        <AddToPlaylistDialog song={song(8, "Slow Tide")} open={open} onClose={() => setOpen(false)} />
      </>
    );
  }, listsOf(own));

test("without a network it is not offered again to what this device knows to hold it (specification 3.16.3)", async () => {
  const own = ["Shore", "Coast", "Tide"].map((title, index) => summary(index + 1, title));
  const { user, account, online } = showAddLater(own);
  const store = createQueryStore<string[]>(account.db, v.array(v.string()));
  const put = (id: string, songs: string[]) =>
    store.write(JSON.stringify(["playlist-songs", member.uid, id]), { value: songs, begun: 1, seen: 0 });
  await Promise.all([put(idOf(1), [idOf(7), idOf(8)]), put(idOf(2), [idOf(7)])]);
  await user.click(screen.getByRole("button", { name: "See" }));
  await screen.findByRole("link", { name: "Tide" });
  act(() => online.set(false));
  await user.click(screen.getByRole("button", { name: "Add" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add Song" }));
  await dialog.findByRole("button", { name: "Add to Coast" });
  dialog.getByRole("button", { name: "Add to Tide" });
  dialog.getByText("Already in Shore.");
  expect(dialog.queryByRole("button", { name: "Add to Shore" })).toBeNull();
});

test("a private song says that it leaves out public playlists, and where none is left, why (specification 3.16.3)", async () => {
  const own = [summary(1, "Shore"), summary(2, "Coast", { private: false })];
  const dialog = () => <AddToPlaylistDialog song={song(8, "Slow Tide", { private: true })} open onClose={() => {}} />;
  const first = show(dialog, listsOf(own));
  await screen.findByText("A private song can't go into your public playlists.");
  first.unmount();
  const second = show(dialog, listsOf(own.slice(1)));
  await screen.findByText("Private songs go into private playlists. Make a new one.");
  second.unmount();
  show(dialog, listsOf([]));
  expect(await screen.findByText("You have no playlists yet. Make one for this song.")).toBeTruthy();
});

test.each([
  ["a private playlist", true, "GET /songs/accessible-songs/{id}"],
  ["a public playlist", false, "GET /songs/public-songs"],
])(
  "%s offers the songs that it may take, without its own (specification 3.16.3, 5.6, 5.7)",
  async (_, isPrivate, call) => {
    const songs = [song(7, "Slow Tide"), song(8, "Fast Boat"), song(9, "Held")];
    const { user, toasts, inSight } = show(() => <Actions playlist={summary(1, "Shore", { private: isPrivate })} />, {
      ...listsOf([]),
      "GET /playlists/playlist/{id}": [idOf(9)],
      [call]: songs,
    });
    await openMenu(user, "Add Song");
    const dialog = within(await screen.findByRole("dialog", { name: "Add Song to Shore" }));
    const rows = () =>
      dialog.queryAllByRole("button", { name: /^(Add|Remove) / }).map((one) => one.getAttribute("aria-label"));
    await waitFor(() => expect(rows()).toEqual(["Add Slow Tide", "Add Fast Boat"]));
    // As long as a dialog that has opened or closed keeps double clicks off by itself.
    await new Promise((resolve) => setTimeout(resolve, 600));
    const press = (name: string, detail = 1) => fireEvent.click(dialog.getByRole("button", { name }), { detail });
    press("Add Slow Tide");
    const remove = await dialog.findByRole("button", { name: "Remove Slow Tide" });
    expect(rows(), "none moves up under the finger").toEqual(["Remove Slow Tide", "Add Fast Boat"]);
    // The second press of a double click.
    fireEvent.click(remove, { detail: 2 });
    // As long as a change takes to be queued.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const added = "Song successfully added to playlist!";
    expect(toasts).toEqual([added]);
    press("Remove Slow Tide");
    const deleted = "Song successfully deleted from playlist!";
    await waitFor(() => expect(toasts).toEqual([added, deleted]));
    expect([...inSight.values()], "what was taken back is not said any more").toEqual([deleted]);
    await waitFor(() => expect(rows()).toEqual(["Add Slow Tide", "Add Fast Boat"]));
    await user.type(dialog.getByRole("searchbox", { name: "Find songs to add" }), "fast");
    expect(rows()).toEqual(["Add Fast Boat"]);
    // 20.25
    expect(dialog.getAllByRole("status")[0]?.textContent).toBe("1 result");
    // A finger that goes on: the browser calls it the second press of a double click.
    press("Add Fast Boat", 2);
    await waitFor(() => expect(toasts).toEqual([added, deleted, added]));
    await waitFor(() => expect(rows()).toEqual(["Remove Fast Boat"]));
    expect([...inSight.values()]).toEqual([deleted, added]);
    await user.type(dialog.getByRole("searchbox", { name: "Find songs to add" }), "x");
    await dialog.findByText("No songs found");
  },
);

// 3.16.5
test("a form that was closed untouched opens with the playlist of now, one that was typed into with that", async () => {
  const Page = () => {
    const editing = useDialog();
    const [playlist, set] = useState(summary(1, "Old"));
    return (
      <>
        <button onClick={editing.show}>Edit it</button>
        <button onClick={() => set(summary(1, "New", { private: false, description: "Other words" }))}>
          Elsewhere
        </button>
        {editing.shown && <EditPlaylistDialog key={editing.turn} playlist={playlist} {...editing.dialog} />}
      </>
    );
  };
  const { user } = show(Page, { "GET /playlists/{id}": summary(1, "Old") });
  await user.click(await screen.findByRole("button", { name: "Edit it" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Description"), "!");
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Elsewhere" }));
  await user.click(screen.getByRole("button", { name: "Edit it" }));
  const again = within(await screen.findByRole("dialog"));
  const valueOf = (name: string) => again.getByLabelText<HTMLInputElement>(name).value;
  expect(["Title", "Visibility", "Description"].map(valueOf)).toEqual(["New", "public", "About Old!"]);
});

// 3.16.5, 20.21
test.each(["New Playlist", "Edit it"])(
  "what was typed into a closed form stays in another language: %s",
  async (name) => {
    const Edit = () => {
      const [edit, form] = useEditPlaylist(false);
      return (
        <>
          <button onClick={() => edit(summary(1, "Old"))}>Edit it</button>
          {form}
        </>
      );
    };
    const Page = () => <LanguageSwitch>{name === "Edit it" ? <Edit /> : <MyPlaylists />}</LanguageSwitch>;
    const { user } = show(Page, { ...listsOf([]), "GET /playlists/{id}": summary(1, "Old") });
    const open = async () => {
      await user.click(await screen.findByRole("button", { name }));
      return within(await screen.findByRole("dialog"));
    };
    const dialog = await open();
    await user.clear(dialog.getByLabelText("Title"));
    await user.type(dialog.getByLabelText("Title"), "Shore");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Deutsch" }));
    const again = await open();
    expect(again.getByLabelText<HTMLInputElement>("Title").value).toBe("Shore");
    await user.click(again.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  },
);

// 9.1, 17.35
test("nothing is said of a form whose account was signed out while its picture was on the way", async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  vi.mocked(sendFile).mockImplementation(async () => {
    await arrived;
    return { secure_url: "/media/new" } as Upload; // what the form reads
  });
  let account: Account | undefined;
  const Page = () => <NewPlaylistDialog open onClose={() => {}} onDone={() => {}} />;
  const shown = show(Page, {}, true, { account: () => account });
  ({ account } = shown);
  await shown.user.type(await screen.findByLabelText("Title"), "Shore");
  await shown.user.type(screen.getByLabelText("Description"), "Sea");
  await shown.user.upload(screen.getByLabelText("Image"), new File(["x"], "me.png", { type: "image/png" }));
  await shown.user.click(screen.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(sendFile).toHaveBeenCalled());
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  act(() => {
    account = undefined;
    shown.account.stop();
    shown.account.db.close({ disableAutoOpen: true });
    shown.history.push("/my-playlists");
  });
  await act(async () => arrive());
  await waitFor(() => expect(told).toHaveBeenCalledWith("A form could not be saved", expect.anything()));
  told.mockClear();
  expect(shown.toasts).toEqual([]);
});

const addTo = summary(1, "Shore", { songCount: 1 });
const AddTo = () => <AddSongsDialog playlist={addTo} open onClose={() => {}} />;
const candidates = "GET /songs/accessible-songs/{id}";
const inPlaylist = "GET /playlists/playlist/{id}";

// 9.14
test("a page of songs to add that did not come can be asked for again", async () => {
  let isBroken = true;
  const asked: unknown[] = [];
  const call = async ({ path }: { path: string }, { query = {} }: Partial<typeof request> = {}) => {
    if (!path.includes("accessible")) return { data: [], next: null };
    asked.push(query["cursor"]);
    if (query["cursor"] === undefined) return { data: [song(1, "Alpha")], next: "two" };
    if (isBroken) throw new ApiError("internal", "It broke", { status: 503 });
    return { data: [song(2, "Beta")], next: null };
  };
  const { user } = show(AddTo, {}, true, { api: { call } as unknown as Api }); // what the dialog asks
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("Some songs are missing here: they haven't loaded yet");
  dialog.getByText("Alpha");
  expect(dialog.queryByRole("button", { name: "Show more" })).toBeNull();
  isBroken = false;
  await user.click(dialog.getByRole("button", { name: "Retry" }));
  await dialog.findByText("Beta");
  expect(dialog.queryByRole("button", { name: "Retry" })).toBeNull();
  expect(asked.at(-1)).toBe("two");
});

const refused = () => {
  throw new ApiError("internal", "It broke", { status: 503 });
};

// 20.17
test("without a network the choice ends where the songs of the playlist are not known", async () => {
  show(AddTo, { [candidates]: [song(1, "Alpha")], [inPlaylist]: refused }, false);
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("No songs found")).toBeTruthy();
});

// 20.17
test("where the songs of the playlist are not known one can be added, and not be taken out again", async () => {
  const { account, user } = show(AddTo, { [candidates]: [song(1, "Alpha")], [inPlaylist]: refused });
  const dialog = within(await screen.findByRole("dialog"));
  // It may have been there before: to take it out again would be another change.
  const add = () => user.click(dialog.getByRole("button", { name: "Add Alpha" }));
  await dialog.findByText("Alpha");
  await add();
  await waitFor(() => expect(account.outbox.get()?.rows).toHaveLength(1));
  await add();
  expect(dialog.queryByRole("button", { name: "Remove Alpha" })).toBeNull();
  const changes = account.outbox.get()?.rows.map(({ operation }) => operation) ?? [];
  expect(changes.filter((change) => "added" in change && !change.added)).toEqual([]);
});

// 20.25
test("says that more songs may match while not all have come", async () => {
  const call = async ({ path }: { path: string }) =>
    path.includes("accessible")
      ? { data: Array.from({ length: 60 }, (_, n) => song(n, `Song ${n}`)), next: "two" }
      : { data: [], next: null };
  const { user } = show(AddTo, {}, true, { api: { call } as unknown as Api }); // what the dialog asks
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("Song 1");
  await user.type(dialog.getByRole("searchbox"), "song");
  expect(await dialog.findByText("At least 60 results")).toBeTruthy();
});

// 9.14
test("nothing is missing where all songs have come, though they cannot be asked for again", async () => {
  let isBroken = false;
  const call = async ({ path }: { path: string }) => {
    if (isBroken) throw new ApiError("internal", "It broke", { status: 503 });
    return { data: path.includes("accessible") ? [song(1, "Alpha")] : [], next: null };
  };
  const { app } = show(AddTo, {}, true, { api: { call } as unknown as Api }); // what the dialog asks
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("Alpha");
  isBroken = true;
  await act(async () => app.queryClient.refetchQueries());
  expect(dialog.queryByRole("button", { name: "Retry" })).toBeNull();
  expect(dialog.getByText("Alpha")).toBeTruthy();
});

// 20.25
test("says how many songs match, not how many are shown", async () => {
  const songs = Array.from({ length: 120 }, (_, n) => song(n, `Song ${n}`));
  const { user } = show(AddTo, { [candidates]: songs, [inPlaylist]: [] });
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("Song 1");
  await user.type(dialog.getByRole("searchbox"), "song");
  expect(await dialog.findByText("120 results")).toBeTruthy();
});

// 3.11.6
test("an edit that is refused because the playlist is gone says so", async () => {
  const { user } = show(
    () => <EditPlaylistDialog playlist={summary(1, "Shore")} open onClose={() => {}} onDone={() => {}} />,
    { "GET /playlists/{id}": summary(1, "Shore"), "PATCH /playlists/{id}": refuses(404) },
  );
  const dialog = within(await screen.findByRole("dialog"));
  await user.selectOptions(dialog.getByLabelText("Visibility"), "public");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(texts.playlistForm.gone)).toBeTruthy();
});

// 3.16.5, 5.5
test.each([
  ["a private song that this device knows of keeps it private", true, [true]],
  ["it is made public where this device knows of none", false, [false]],
  ["it is made public where another list has seen its song published since", false, [true, false]],
])("without a network, %s", async (_, isPrivate, copies) => {
  const shore = summary(1, "Shore", { songCount: 1 });
  const [hidden, ...others] = copies.map((one) => song(2, "Hidden", { private: one }));
  const { user, online, account, history } = renderMember({
    routes: { "/playlist/$id": Playlist, "/edit": () => <Actions playlist={shore} /> },
    answers: {
      "GET /playlists/playlist/{id}": ({ query }: { query: { fields?: string } }) =>
        query.fields === "ids"
          ? [idOf(2)]
          : { ...shore, songs: [], owner: { uid: member.uid, userName: "Ada Byron", profileImage: null } },
      "GET /songs": [hidden],
    },
    at: `/playlist/${idOf(1)}`,
  });
  await screen.findByText("Hidden");
  await waitFor(async () => expect(await account.db.queries.where("key").startsWith('q-["songs"').count()).toBe(1));
  const store = createQueryStore(account.db, v.any());
  for (const other of others)
    await store.write(JSON.stringify(["songs", member.uid, idOf(0), "first"]), {
      value: { asked: [other._id], songs: [other] },
      begun: 1,
      seen: 0,
    });
  act(() => online.set(false));
  act(() => history.push("/edit"));
  await waitFor(() => expect(screen.queryByText("Hidden")).toBeNull());
  await openMenu(user, "Edit Playlist");
  const dialog = within(await screen.findByRole("dialog"));
  await user.selectOptions(dialog.getByLabelText("Visibility"), "public");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  if (isPrivate) {
    await dialog.findByText("It holds private songs. Take them out before you make it public");
    within(dialog.getByRole("group", { name: "Private songs in this playlist:" })).getByText("Hidden");
  } else await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(account.outbox.get()?.rows).toHaveLength(isPrivate ? 0 : 1));
});

function AddButton({ song: added }: { song: Song }) {
  const { add } = useChangeSongs();
  return <button onClick={() => add(summary(1, "Shore"), added)}>Add</button>;
}

// 17.48
test("a song that is added without a network to a playlist that holds it does not count twice", async () => {
  const tide = song(2, "Tide");
  const { user, online, account, history } = renderMember({
    routes: {
      "/playlist/$id": Playlist,
      "/add": () => <AddButton song={tide} />,
      "/my-playlists": MyPlaylists,
    },
    answers: {
      "GET /playlists/playlist/{id}": ({ query }: { query: { fields?: string } }) =>
        query.fields === "ids"
          ? [tide._id]
          : {
              ...summary(1, "Shore", { songCount: 1 }),
              songs: [],
              owner: { uid: member.uid, userName: "Ada Byron", profileImage: null },
            },
      "GET /songs": [tide],
      "GET /playlists/my-lists/{id}": ({ query }: { query: { fields?: string } }) =>
        query.fields === "ids" ? [idOf(1)] : [summary(1, "Shore", { songCount: 1 })],
      "GET /playlists/my-favorite-lists/{id}": [],
    },
    at: `/playlist/${idOf(1)}`,
  });
  // The device knows its songs.
  await screen.findByText("Tide");
  act(() => history.push("/my-playlists"));
  const mine = () => screen.findByRole("list", { name: "Made by me" });
  await within(await mine()).findByText("1 song");
  act(() => online.set(false));
  act(() => history.push("/add"));
  await user.click(await screen.findByRole("button", { name: "Add" }));
  await waitFor(() => expect(account.outbox.get()?.rows).toHaveLength(1));
  act(() => history.push("/my-playlists"));
  expect(await within(await mine()).findByText("1 song")).toBeTruthy();
});

test.each([
  ["was taken out elsewhere since this device added it is offered", true, [] as string[], true],
  ["was put back elsewhere since this device took it out is not offered", false, [idOf(8)], false],
])("without a network, what %s (specification 3.16.3)", async (_, added, stored, isOffered) => {
  const own = [summary(1, "Shore"), summary(2, "Coast")];
  const { user, account, online } = showAddLater(own);
  // Confirmed before the list of songs was asked for: the newest 200 of them stay in the outbox (prune-outbox.ts).
  await account.db.outbox.add({
    id: "one",
    uid: member.uid,
    target: `playlist-song:${idOf(1)}:${idOf(8)}`,
    operation: { kind: "playlist-song", playlistId: idOf(1), songId: idOf(8), added },
    version: 1,
    state: "acked",
    attempts: 1,
    notBefore: 0,
    ackSeq: 1,
  } as never);
  const store = createQueryStore<string[]>(account.db, v.array(v.string()));
  await store.write(JSON.stringify(["playlist-songs", member.uid, idOf(1)]), { value: stored, begun: 2, seen: 1 });
  await waitFor(() => expect(account.outbox.get()?.rows).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: "See" }));
  await screen.findByRole("link", { name: "Coast" });
  act(() => online.set(false));
  await user.click(screen.getByRole("button", { name: "Add" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add Song" }));
  await dialog.findByRole("button", { name: "Add to Coast" });
  expect(dialog.queryByRole("button", { name: "Add to Shore" }) !== null).toBe(isOffered);
});

test("who has just taken back a follow can follow again, also while the list is unknown", async () => {
  const coast = summary(3, "Coast", { owner: "ben", private: false });
  const { user, account } = show(() => <Actions playlist={coast} />, {
    "GET /playlists/my-favorite-lists/{id}": () => new Promise(() => {}),
  });
  await act(() => account.change({ kind: "follow-playlist", playlistId: coast._id, followed: true }));
  await user.click(await screen.findByRole("button", { name: "Following" }));
  const again = await screen.findByRole<HTMLButtonElement>("button", { name: "Follow" });
  expect(again.disabled).toBe(false);
});
