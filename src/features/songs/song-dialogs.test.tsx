// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { type ComponentProps, use } from "react";
import { expect, test, vi } from "vitest";
import { songOf } from "../../../tests/support/items.ts";
import { member, renderMember } from "../../../tests/support/member-screen.tsx";
import { ApiError } from "../../api/api-error.ts";
import { SongMenu } from "./SongMenu.tsx";
import { SongDialogContext, type SongMenuActions } from "./song-menu-context.ts";
import { SongMenuProvider } from "./SongMenuProvider.tsx";

const song = songOf(1, {
  title: "Slow Tide",
  artist: "Ana",
  songImage: "/media/1",
  url: "/media/a",
  owner: member.uid,
});
const id = song._id;
const name = { userName: "Ana B", firstName: "Ana", lastName: "B", profileImage: null };
const counts = { followers: 0, following: 0, followedBy: [] };
const ids = { _id: member.uid, uid: member.uid, firebase_id: member.uid };
const me = { ...ids, ...name, ...counts, artist: true, email: "ana@example.org", newsletter: false };

const refuse = (code: string, status: number, extra = {}) => {
  throw new ApiError(code, `The server says ${code}`, { status, problem: { status, title: "x", code, ...extra } });
};

interface Input {
  params?: { id: string };
  body?: unknown;
  key?: string;
}
type Server = Record<string, (input: Input) => unknown>;

/** Answers as the server of the song's owner. */
const usual: Server = {
  "GET /songs": () => [song],
  "GET /users/{id}": () => me,
  "PATCH /songs/{id}": ({ body }) => {
    const { songData, image } = body as { songData: object; image?: string | null };
    return { ...song, ...songData, ...(image !== undefined && { songImage: image }) };
  },
  "PUT /songs/{id}": () => undefined,
  "POST /song": () => undefined,
  "DELETE /delete-song/{id}": () => undefined,
  "GET /update_genres/": () => ({ updatedAt: "2026-11-24T12:00:00.000Z" }),
};

function show(server: Server = {}, { owner = member.uid, actions = {}, moves }: Options = {}) {
  const calls: { name: string; input: Input }[] = [];
  const toasts: string[] = [];
  const answers = Object.entries({ ...usual, ...server }).map(([name, answer]) => {
    const record = (input: Input) => {
      calls.push({ name, input });
      return answer(input);
    };
    return [name, record];
  });
  const page = () => (
    <SongMenuProvider actions={actions}>
      <SongMenu song={{ ...song, owner }} liked moves={moves} />
    </SongMenuProvider>
  );
  const routes = { "/": page, "/elsewhere": () => "Elsewhere" };
  const screenOf = renderMember({ routes, answers: Object.fromEntries(answers) });
  screenOf.toaster.connect({ show: ({ text }) => void toasts.push(text), dismiss: () => {} });
  return { ...screenOf, queryClient: screenOf.app.queryClient, calls, toasts };
}
interface Options {
  owner?: string;
  actions?: SongMenuActions;
  moves?: ComponentProps<typeof SongMenu>["moves"];
}
type Shown = ReturnType<typeof show>;

const openMenu = async ({ user }: Shown) =>
  user.click(await screen.findByRole("button", { name: "More for Slow Tide" }));
async function open(shown: Shown, entry: string, title: string) {
  await openMenu(shown);
  await shown.user.click(await screen.findByRole("menuitem", { name: entry }));
  return screen.findByRole("dialog", { name: title });
}
const edit = (shown: Shown) => open(shown, "Edit", "Edit Song");
const save = ({ user }: Shown) => user.click(screen.getByRole("button", { name: "Save" }));
const field = (name: string) => screen.getByRole("textbox", { name });
const sent = ({ calls }: Shown, name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);
const gone = (name: string) => waitFor(() => expect(screen.queryByRole("dialog", { name })).toBeNull());

/** Where a song is listed or counted beside the own songs. */
const lists = ["newest", "search-index", "candidates", "playlists", "playlist-songs"];
const cacheLists = ({ queryClient }: Shown) => {
  for (const list of lists) queryClient.setQueryData([list, member.uid, "some"], {});
};
const outdated = ({ queryClient }: Shown) =>
  lists.filter((list) => queryClient.getQueryState([list, member.uid, "some"])?.isInvalidated);

const entries = () => within(screen.getByRole("menu")).getAllByText(/./, { selector: "[role^=menuitem] span" });

test("the owner may edit and delete", async () => {
  await openMenu(show());
  await screen.findByRole("menu");
  expect(entries().map((entry) => entry.textContent)).toEqual(["Favorite", "Edit", "Delete"]);
});

test("features above and the list add their entries, in groups", async () => {
  const addToPlaylist = vi.fn<(one: unknown) => void>();
  const actions = { addToPlaylist, playNext: vi.fn<() => void>(), addToQueue: () => {}, removeFromPlaylist: () => {} };
  const shown = show({}, { actions, moves: { down: vi.fn<() => void>(), bottom: vi.fn<() => void>() } });
  await openMenu(shown);
  await screen.findByRole("menu");
  expect(entries().map((entry) => entry.textContent)).toEqual([
    "Favorite",
    "Add Song",
    "Play next",
    "Add to queue",
    "Move down",
    "Move to bottom",
    "Remove From Playlist",
    "Edit",
    "Delete",
  ]);
  expect(screen.getByRole("menuitemcheckbox", { name: "Favorite" }).getAttribute("aria-checked")).toBe("true");
  await shown.user.click(screen.getByRole("menuitem", { name: "Add Song" }));
  await waitFor(() => expect(addToPlaylist).toHaveBeenCalledWith(song));
  expect(actions.playNext).not.toHaveBeenCalled();
});

test("others may not", async () => {
  await openMenu(show({}, { owner: "bob" }));
  await screen.findByRole("menu");
  expect(entries().map((entry) => entry.textContent)).toEqual(["Favorite"]);
});

// 3.16.1, 9.2
test("an edit sends what was changed, says so, and is shown in every list at once", async () => {
  const shown = show();
  shown.queryClient.setQueryData(["songs", member.uid, "own", "0/1"], { value: { asked: [id], songs: [song] } });
  const refetch = vi.spyOn(shown.account, "refetch");
  cacheLists(shown);
  await edit(shown);
  await shown.user.clear(field("Title"));
  await shown.user.type(field("Title"), "New Tide");
  await shown.user.type(field("Album"), "Proofs");
  await save(shown);
  await gone("Edit Song");
  expect(sent(shown, "PATCH /songs/{id}")).toEqual([
    { params: { id }, body: { songData: { title: "New Tide", album: "Proofs" }, confirmed: false } },
  ]);
  expect(shown.toasts).toEqual(["Successfully Edited"]);
  expect(shown.queryClient.getQueryData(["songs", member.uid, "own", "0/1"])).toMatchObject({
    value: { songs: [{ title: "New Tide" }] },
  });
  expect(refetch).toHaveBeenCalledWith(
    expect.arrayContaining([
      ["songs", member.uid, "own", "0/1"],
      ["song", member.uid, id],
    ]),
  );
  expect(sent(shown, "POST /song")).toEqual([]);
  expect(sent(shown, "GET /update_genres/")).toEqual([]);
  expect(outdated(shown), "it is where it was").toEqual([]);
});

// 3.16.7
test("taking the cover out removes it, and nothing changed sends nothing", async () => {
  const shown = show();
  await edit(shown);
  await save(shown);
  await gone("Edit Song");
  expect(sent(shown, "PATCH /songs/{id}")).toEqual([]);
  await edit(shown);
  await shown.user.click(screen.getByRole("button", { name: "Remove the image" }));
  await save(shown);
  await gone("Edit Song");
  expect(sent(shown, "PATCH /songs/{id}")).toMatchObject([{ body: { songData: {}, image: null } }]);
});

test("hiding a song asks before it leaves public playlists, and tells the statistics service", async () => {
  const shown = show({
    "PATCH /songs/{id}": (input) =>
      (input.body as { confirmed: boolean }).confirmed
        ? usual["PATCH /songs/{id}"]?.(input)
        : refuse("song-in-public-playlists", 409, { playlists: 2 }),
  });
  cacheLists(shown);
  await edit(shown);
  fireEvent.change(await screen.findByRole("combobox", { name: "Visibility" }), { target: { value: "private" } });
  await save(shown);
  const question = await screen.findByRole("dialog", { name: "Make this song private?" });
  expect(question.textContent).toContain("It is in 2 public playlists");
  await shown.user.click(within(question).getByRole("button", { name: "Make private" }));
  await gone("Edit Song");
  await gone("Make this song private?");
  expect(sent(shown, "PATCH /songs/{id}")).toMatchObject([
    { body: { songData: { private: true }, confirmed: false } },
    { body: { songData: { private: true }, confirmed: true } },
  ]);
  expect(sent(shown, "DELETE /delete-song/{id}")).toEqual([{ params: { id } }]);
  await waitFor(() => expect(sent(shown, "GET /update_genres/")).toHaveLength(1));
  await waitFor(() => expect(outdated(shown)).toEqual(lists));
});

test("without a network nothing is sent, the dialog says so and keeps what was typed, also when it is closed by mistake", async () => {
  const shown = show();
  await edit(shown);
  const regions = screen.getAllByRole("status");
  shown.online.set(false);
  const note = await screen.findByText("You're offline. You can fill this in now, and save when you're back.");
  expect(regions).toContain(note.parentElement);
  await shown.user.type(field("Title"), " 2");
  await save(shown);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^You're offline. Everything you typed stays here/);
  expect(sent(shown, "PATCH /songs/{id}")).toEqual([]);
  await shown.user.keyboard("{Escape}");
  await gone("Edit Song");
  await edit(shown);
  expect(field("Title")).toHaveProperty("value", "Slow Tide 2");
  act(() => shown.online.set(true));
  expect(screen.getByRole("alert").textContent).toBe("You're back online: you can try again now");
  await save(shown);
  await gone("Edit Song");
  expect(shown.toasts).toEqual(["Successfully Edited"]);
});

// 3.2.7
test("Back in the middle of an edit closes it and keeps what was typed; in its question, it leads back to the form", async () => {
  const shown = show({
    "PATCH /songs/{id}": () => refuse("song-in-public-playlists", 409, { playlists: 2 }),
  });
  const back = async () => {
    await waitFor(() => expect(shown.history.location.state).toHaveProperty("dialog"));
    act(() => shown.history.back());
  };
  await edit(shown);
  await shown.user.type(field("Title"), " 2");
  await back();
  await gone("Edit Song");
  expect(shown.history.location.pathname).toBe("/");
  await edit(shown);
  expect(field("Title")).toHaveProperty("value", `${song.title} 2`);
  await save(shown);
  await screen.findByRole("dialog", { name: "Make this song private?" });
  await waitFor(() => expect(shown.history.length).toBe(3));
  await back();
  await gone("Make this song private?");
  expect(screen.getByRole("dialog", { name: "Edit Song" })).toBeTruthy();
  expect(field("Title")).toHaveProperty("value", `${song.title} 2`);
});

test("Cancel drops what was typed", async () => {
  const shown = show();
  await edit(shown);
  await shown.user.type(field("Title"), " 2");
  await shown.user.click(screen.getByRole("button", { name: "Cancel" }));
  await gone("Edit Song");
  await edit(shown);
  expect(field("Title")).toHaveProperty("value", "Slow Tide");
});

// 8.1, 9.18
test("a refused field is told beside it, and what the server refuses as a whole has a toast too", async () => {
  let problem: () => unknown = () =>
    refuse("invalid-request", 422, { errors: [{ path: "songData.title", message: "Not this one" }] });
  const shown = show({ "PATCH /songs/{id}": () => problem() });
  await edit(shown);
  await shown.user.type(field("Title"), " 2");
  await save(shown);
  await screen.findByText("Not this one");
  expect(shown.toasts).toEqual([]);
  problem = () => refuse("not-owner", 403);
  await save(shown);
  await screen.findByText("The server says not-owner");
  expect(shown.toasts).toEqual(["Something went wrong! Try again"]);
  expect(field("Title")).toHaveProperty("value", "Slow Tide 2");
});

test("a song that was deleted elsewhere: the open dialog says so, and then it is in no list", async () => {
  const shown = show();
  shown.queryClient.setQueryData(["own-songs", member.uid], { value: [id] });
  await edit(shown);
  shown.queryClient.setQueryData(["song", member.uid, id], { exists: false });
  expect((await screen.findByRole("alert")).textContent).toMatch(/^This song is gone/);
  expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  await shown.user.click(screen.getByRole("button", { name: "Cancel" }));
  await gone("Edit Song");
  expect(shown.queryClient.getQueryData(["own-songs", member.uid])).toEqual({ value: [] });
});

// 20.4
test("the focus stays in the question whose button goes because the song is gone", async () => {
  const shown = show();
  const dialog = await open(shown, "Delete", "Delete Song");
  act(() => within(dialog).getByRole("button", { name: "Confirm" }).focus());
  act(() => shown.queryClient.setQueryData(["song", member.uid, id], { exists: false }));
  await waitFor(() => expect(within(dialog).queryByRole("button", { name: "Confirm" })).toBeNull());
  expect(document.activeElement?.textContent).toBe("Delete Song");
});

test("a save that finds no song says the same", async () => {
  const shown = show({ "PATCH /songs/{id}": () => refuse("not-found", 404) });
  await edit(shown);
  await shown.user.type(field("Title"), " 2");
  await save(shown);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^This song is gone/);
});

// 3.16.2, 20.18
test("a deletion asks once, is sent once however often it is pressed, and takes the song out of every list", async () => {
  let answer = () => {};
  const shown = show({ "PUT /songs/{id}": () => new Promise((resolve) => (answer = () => resolve(undefined))) });
  shown.queryClient.setQueryData(["own-songs", member.uid], { value: [id, "other"] });
  cacheLists(shown);
  const dialog = await open(shown, "Delete", "Delete Song");
  expect(dialog.textContent).toContain("Are you sure you want to delete this song permanently?");
  await shown.user.dblClick(within(dialog).getByRole("button", { name: "Confirm" }));
  await waitFor(() => expect(sent(shown, "PUT /songs/{id}")).toHaveLength(1));
  answer();
  await gone("Delete Song");
  const [{ body, key } = {}] = sent(shown, "PUT /songs/{id}");
  expect([body, key]).toEqual([{ userId: member.uid }, expect.stringMatching(/^delete:/)]);
  expect(sent(shown, "PUT /songs/{id}")).toHaveLength(1);
  expect(sent(shown, "DELETE /delete-song/{id}")).toHaveLength(1);
  expect(shown.toasts).toEqual(["Successfully Deleted"]);
  expect(shown.queryClient.getQueryData(["own-songs", member.uid])).toEqual({ value: ["other"] });
  await waitFor(() => expect(outdated(shown)).toEqual(lists));
});

/** Tries to close a dialog in the ways of a page. */
async function tryToClose({ user }: Shown, dialog: HTMLElement) {
  await waitFor(() => expect(within(dialog).getByRole("button", { name: "Cancel" })).toHaveProperty("disabled", true));
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await user.keyboard("{Escape}");
  await user.click(dialog);
  // A browser closes it on a second Escape without asking.
  if (dialog instanceof HTMLDialogElement) dialog.close();
  await waitFor(() => expect(dialog).toHaveProperty("open", true));
  expect(within(dialog).queryByRole("button", { name: "Close" })).toBeNull();
}

// 3.16.8
test("an edit that is on its way takes nothing more, says so at its fields, and keeps the focus", async () => {
  let fail = () => {};
  const shown = show({
    "PATCH /songs/{id}": () =>
      new Promise((_, reject) => (fail = () => reject(new ApiError("internal", "It broke", { status: 500 })))),
  });
  const dialog = within(await edit(shown));
  const frozen = () => [
    ...["Title", "Artist", "Album"].map((name) => field(name).hasAttribute("readonly")),
    ...["Genre", "Cover image"].map((name) => dialog.getByLabelText(name).getAttribute("aria-disabled") === "true"),
  ];
  await shown.user.type(field("Title"), " 2");
  await save(shown);
  field("Title").focus();
  await waitFor(() => expect(sent(shown, "PATCH /songs/{id}")).toHaveLength(1));
  expect(frozen()).toEqual([true, true, true, true, true]);
  expect(document.activeElement).toBe(field("Title"));
  await shown.user.keyboard("3");
  expect(field("Title")).toHaveProperty("value", "Slow Tide 2");
  fail();
  await dialog.findByText("It broke");
  await waitFor(() => expect(frozen()).toEqual([false, false, false, false, false]));
  expect(document.activeElement).toBe(field("Title"));
});

// 3.16.8
test("a deletion that has begun cannot be closed as if it were cancelled", async () => {
  let answer = () => {};
  const shown = show({ "PUT /songs/{id}": () => new Promise((resolve) => (answer = () => resolve(undefined))) });
  shown.queryClient.setQueryData(["own-songs", member.uid], { value: [id] });
  const dialog = await open(shown, "Delete", "Delete Song");
  await shown.user.click(within(dialog).getByRole("button", { name: "Confirm" }));
  await tryToClose(shown, dialog);
  answer();
  await gone("Delete Song");
  expect(shown.queryClient.getQueryData(["own-songs", member.uid])).toEqual({ value: [] });
});

test.each([
  ["succeeds", undefined, [], ["Successfully Deleted"]],
  ["fails", new ApiError("network", "No connection"), [id], ["Something went wrong! Try again"]],
])(
  "a deletion whose page is left before it %s has its toast and its song where it belongs",
  async (_, error, left, says) => {
    let answer = () => {};
    const shown = show({
      "PUT /songs/{id}": () =>
        new Promise((resolve, reject) => (answer = () => (error ? reject(error) : resolve(undefined)))),
    });
    shown.queryClient.setQueryData(["own-songs", member.uid], { value: [id] });
    const dialog = await open(shown, "Delete", "Delete Song");
    await shown.user.click(within(dialog).getByRole("button", { name: "Confirm" }));
    act(() => shown.history.push("/elsewhere"));
    await screen.findByText("Elsewhere");
    answer();
    await waitFor(() => expect(shown.toasts).toEqual(says));
    expect(shown.queryClient.getQueryData(["own-songs", member.uid])).toEqual({ value: left });
  },
);

// 3.16.8, 4.15
test("a double click on Save sends an edit once", async () => {
  let answer = () => {};
  const shown = show({
    async "PATCH /songs/{id}"() {
      await new Promise<void>((resolve) => (answer = resolve));
      throw new ApiError("network", "No connection");
    },
  });
  const dialog = within(await edit(shown));
  await shown.user.clear(field("Title"));
  await shown.user.type(field("Title"), "<b>שיר</b> 🎺");
  await shown.user.dblClick(dialog.getByRole("button", { name: "Save" }));
  answer();
  await dialog.findByRole("alert");
  await waitFor(() => expect(dialog.getByRole("button", { name: "Cancel" })).toHaveProperty("disabled", false));
  expect(sent(shown, "PATCH /songs/{id}")).toMatchObject([{ body: { songData: { title: "<b>שיר</b> 🎺" } } }]);
  expect(field("Title")).toHaveProperty("value", "<b>שיר</b> 🎺");
});

test("an edit that is being sent stays open for the question that may come", async () => {
  let answer = () => {};
  const shown = show({
    async "PATCH /songs/{id}"() {
      await new Promise<void>((resolve) => (answer = resolve));
      refuse("song-in-public-playlists", 409, { playlists: 2 });
    },
  });
  const dialog = await edit(shown);
  await shown.user.type(field("Title"), " 2");
  await save(shown);
  await tryToClose(shown, dialog);
  answer();
  expect(await screen.findByText(/2 public playlists/)).toBeTruthy();
});

// 9.15
test("a deletion without a network stays open and says so; a second try has the same key", async () => {
  let isCut = true;
  const shown = show({
    "PUT /songs/{id}": () => {
      if (isCut) throw new ApiError("network", "No connection");
    },
  });
  const dialog = await open(shown, "Delete", "Delete Song");
  const confirm = within(dialog).getByRole("button", { name: "Confirm" });
  await shown.user.click(confirm);
  await within(dialog).findByText("You're offline. Try again when you're back");
  act(() => shown.online.set(false));
  act(() => shown.online.set(true));
  within(dialog).getByText("You're back online: you can try again now");
  expect(shown.toasts).toEqual([]);
  isCut = false;
  await shown.user.click(confirm);
  await gone("Delete Song");
  const keys = sent(shown, "PUT /songs/{id}").map(({ key }) => key);
  expect(keys).toEqual([keys[0], keys[0]]);
});

// 3.16.5
test("a form that was closed untouched opens with the song of now", async () => {
  let now = song;
  const Page = () => {
    const openDialog = use(SongDialogContext);
    return <button onClick={() => openDialog({ kind: "edit", song: now })}>Edit it</button>;
  };
  const page = () => (
    <SongMenuProvider actions={{}}>
      <Page />
    </SongMenuProvider>
  );
  const answers = { "GET /users/{id}": me, "GET /songs": () => [now] };
  const { user } = renderMember({ routes: { "/": page }, answers });
  await user.click(await screen.findByRole("button", { name: "Edit it" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Close" }));
  await gone("Edit Song");
  now = { ...song, title: "Swift Tide" };
  await user.click(screen.getByRole("button", { name: "Edit it" }));
  expect(await screen.findByDisplayValue("Swift Tide")).toBe(field("Title"));
});
