// @vitest-environment happy-dom
/** What the server refused is mended in its form, with all that was typed, and sent again (specification 3.17.2). */
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Operation } from "../../../contract/outbox-operations.ts";
import { member, renderMember } from "../../../tests/support/member-screen.tsx";
import { discard, markAttention } from "../../db/outbox-decisions.ts";
import type { Account } from "../../sync/account-session.ts";
import { ChangeList } from "./ChangeList.tsx";

const playlistId = "01890a5d-ac96-774b-bcce-b302099a8010";
const playlist = {
  _id: playlistId,
  title: "Shore",
  description: "By the sea",
  genre: "Ska",
  playlistImage: null,
  private: true,
  songCount: 0,
  owner: member.uid,
  ownerName: "Ada Byron",
};

interface Sent {
  body: { playlist: Record<string, unknown> };
}

const Screen = () => (
  <main>
    <h1>Changes</h1>
    <ChangeList />
  </main>
);

function open() {
  const bodies: unknown[] = [];
  const take = ({ body }: Sent) => {
    bodies.push(body.playlist);
    return { ...playlist, ...body.playlist, followers: 0, followed: false, createdAt: "2026-11-22T12:00:00.000Z" };
  };
  const answers = { "POST /playlists": take, "PATCH /playlists/{id}": take };
  return { ...renderMember({ routes: { "/": Screen }, answers, online: false }), bodies };
}

/** As an answer of the server leaves it. */
async function refuse(account: Account, operation: Operation): Promise<void> {
  await account.change(operation, { playlistTitle: "Shore", playlist });
  const [row] = await account.db.outbox.toArray();
  await markAttention(account.db, row?.seq ?? -1, { code: "invalid-request", title: "This title is taken" });
}

/** Once more, after it was sent again. */
async function refuseAgain(account: Account, code: string): Promise<void> {
  const isWaiting = async () => (await account.db.outbox.toArray()).every(({ state }) => state !== "attention");
  await waitFor(async () => expect(await isWaiting()).toBe(true));
  const [first] = await account.db.outbox.orderBy("seq").toArray();
  await markAttention(account.db, first?.seq ?? -1, { code, title: "No" });
}

async function openForm(user: ReturnType<typeof open>["user"], sentence: string, title: string) {
  await user.click(await screen.findByRole("button", { name: `Edit: ${sentence}` }));
  return within(await screen.findByRole("dialog", { name: title }));
}

const value = (field: HTMLElement) =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : "";

test("a refused new playlist opens with what was typed and why it was refused, and goes out as it is mended", async () => {
  const { account, user, online, bodies } = open();
  await refuse(account, {
    kind: "create-playlist",
    playlistId,
    playlist: { title: "Shore", description: "By the sea", genre: "Ska", private: true },
  });
  let form = await openForm(user, "Create Shore", "New Playlist");
  form.getByText("This title is taken");
  const title = form.getByLabelText("Title");
  expect([value(title), value(form.getByLabelText("Description"))]).toEqual(["Shore", "By the sea"]);
  await user.clear(title);
  await user.type(title, "Coast");
  // Closed by mistake: nothing is lost.
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "New Playlist" })).toBeNull());
  form = await openForm(user, "Create Shore", "New Playlist");
  expect(value(form.getByLabelText("Title"))).toBe("Coast");
  online.set(true);
  await user.click(form.getByRole("button", { name: "Create" }));
  await waitFor(() =>
    expect(bodies).toEqual([{ title: "Coast", description: "By the sea", genre: "Ska", private: true }]),
  );
  await waitFor(() => expect(screen.queryByRole("list", { name: "Needs attention" })).toBeNull());
  await screen.findByText("All changes saved");
  // The pressed button went with its row, and that with its part.
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Changes" }));
});

test("one that is sent again as it was needs no change", async () => {
  const { account, user, online, bodies } = open();
  const form = { title: "Shore", description: "By the sea", genre: "Ska", private: true } as const;
  await refuse(account, { kind: "create-playlist", playlistId, playlist: form });
  const dialog = await openForm(user, "Create Shore", "New Playlist");
  online.set(true);
  await user.click(dialog.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(bodies).toEqual([form]));
});

test("a refused edit opens with what was typed, and a double click sends all that it set once", async () => {
  const { account, user, online, bodies } = open();
  const fields = { title: "Shore 2", description: "By the lake" };
  await refuse(account, { kind: "edit-playlist", playlistId, playlist: fields });
  const form = await openForm(user, "Change Shore", "Change Playlist information");
  const title = form.getByLabelText("Title");
  expect([value(title), value(form.getByLabelText("Description"))]).toEqual(["Shore 2", "By the lake"]);
  await user.clear(title);
  await user.type(title, "Shore Two");
  online.set(true);
  await user.dblClick(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(bodies).toEqual([{ title: "Shore Two", description: "By the lake" }]));
  await screen.findByText("All changes saved");
  expect(bodies).toHaveLength(1);
});

test("what goes into a refused new playlist waits for it, and there is nothing to send", async () => {
  const { account } = open();
  const form = { title: "Shore", description: "By the sea", genre: "Ska", private: true } as const;
  await refuse(account, { kind: "create-playlist", playlistId, playlist: form });
  const names = { playlistTitle: "Shore", title: "Tide" };
  await account.change({ kind: "playlist-song", playlistId, songId: playlistId, added: true }, names);
  const list = within(await screen.findByRole("list", { name: "Waiting changes" }));
  expect(list.getByText("Add Tide to Shore")).toBeTruthy();
  expect(list.getByText("Waits until its playlist is created")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Send now" })).toBeNull();
  await account.change({ kind: "follow-user", userId: "ben", followed: true }, { userName: "Ben Bolt" });
  await screen.findByRole("button", { name: "Send now" });
  expect(list.getAllByText("Waiting for a connection")).toHaveLength(1);
});

test("Send now goes while the device has no network, and the focus stays in the screen", async () => {
  const hasNetwork = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  const { account } = open();
  await account.change({ kind: "follow-user", userId: "ben", followed: true }, { userName: "Ben Bolt" });
  (await screen.findByRole("button", { name: "Send now" })).focus();
  hasNetwork.mockReturnValue(false);
  act(() => void dispatchEvent(new Event("offline")));
  expect(screen.queryByRole("button", { name: "Send now" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Changes" }));
  hasNetwork.mockReturnValue(true);
  act(() => void dispatchEvent(new Event("online")));
  await screen.findByRole("button", { name: "Send now" });
});

test("the focus of Send now stays in the screen when that goes", async () => {
  const { account, online } = open();
  const form = { title: "Shore", description: "By the sea", genre: "Ska", private: true } as const;
  await account.change({ kind: "create-playlist", playlistId, playlist: form }, { playlistTitle: "Shore" });
  (await screen.findByRole("button", { name: "Send now" })).focus();
  act(() => online.set(true));
  account.kick();
  await screen.findByText("All changes saved");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Changes" }));
});

test("what nobody typed has no form", async () => {
  const { account } = open();
  await refuse(account, { kind: "follow-playlist", playlistId, followed: true });
  await screen.findByRole("button", { name: "Retry: Follow Shore" });
  expect(screen.queryByRole("button", { name: /^Edit/ })).toBeNull();
});

test("an edit of a playlist that is gone can only be discarded", async () => {
  const { account } = open();
  await account.change(
    { kind: "edit-playlist", playlistId, playlist: { title: "Shore 2" } },
    { playlistTitle: "Shore", playlist },
  );
  const [row] = await account.db.outbox.toArray();
  await markAttention(account.db, row?.seq ?? -1, { code: "not-found", title: "Not found" });
  await screen.findByRole("button", { name: "Discard: Change Shore" });
  expect(screen.queryByRole("button", { name: /^(Retry|Edit)/ })).toBeNull();
});

test("a follow of somebody who is gone can only be discarded", async () => {
  const { account } = open();
  await account.change({ kind: "follow-user", userId: "ben", followed: true }, { userName: "Ben Bolt" });
  const [row] = await account.db.outbox.toArray();
  await markAttention(account.db, row?.seq ?? -1, { code: "not-found", title: "Not found" });
  await screen.findByRole("button", { name: "Discard: Follow Ben Bolt" });
  screen.getByText("This person is no longer on Offbeat. You can only discard this");
  expect(screen.queryByRole("button", { name: /^Retry/ })).toBeNull();
});

test.each([
  ["mended", " Two"],
  ["as it was", ""],
])(
  "a refused new playlist, %s, is made all the same where another tab has discarded it meanwhile",
  async (_, typed) => {
    const { account, user, online, bodies } = open();
    const form = { title: "Shore", description: "By the sea", genre: "Ska", private: true } as const;
    await refuse(account, { kind: "create-playlist", playlistId, playlist: form });
    const dialog = await openForm(user, "Create Shore", "New Playlist");
    if (typed !== "") await user.type(dialog.getByLabelText("Title"), typed);
    const [row] = await account.db.outbox.toArray();
    await discard(account.db, row?.seq ?? -1);
    online.set(true);
    await user.click(dialog.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(bodies).toMatchObject([{ ...form, title: `Shore${typed}` }]));
  },
);

// 20.25
test.each(["Retry all", "Discard all", "Discard: Follow a playlist"])(
  "%s leaves the focus on a heading",
  async (name) => {
    const { account, user } = open();
    const ids = [playlistId, "01890a5d-ac96-774b-bcce-b302099a8011"];
    for (const id of ids) await account.change({ kind: "follow-playlist", playlistId: id, followed: true });
    for (const { seq } of await account.db.outbox.toArray())
      await markAttention(account.db, seq, { code: "invalid-request", title: "This is not possible" });
    await screen.findByRole("button", { name: "Discard all" });
    const before = screen.getAllByRole("listitem").length;
    await user.click(screen.getAllByRole("button", { name })[0] ?? document.body);
    const list = () => screen.queryByRole("list", { name: "Needs attention" });
    await waitFor(() => expect(list()?.childElementCount ?? 0).toBeLessThan(before));
    const left = list() === null ? "Changes" : "Needs attention";
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: left }));
  },
);

test("each of two changes that were discarded one after the other can be taken back", async () => {
  const { account, user, toaster } = open();
  const show = vi.spyOn(toaster, "show");
  const ids = [playlistId, "01890a5d-ac96-774b-bcce-b302099a8011"];
  for (const id of ids) await account.change({ kind: "follow-playlist", playlistId: id, followed: true });
  for (const { seq } of await account.db.outbox.toArray())
    await markAttention(account.db, seq, { code: "not-found", title: "There is nothing here" });
  const buttons = () => screen.queryAllByRole("button", { name: /^Discard: / });
  for (const present of [2, 1]) {
    await waitFor(() => expect(buttons()).toHaveLength(present));
    await user.click(buttons()[0] ?? document.body);
  }
  await waitFor(() => expect(show).toHaveBeenCalledTimes(2));
  const toasts = show.mock.calls.map(([toast]) => toast);
  expect(new Set(toasts.map(({ id }) => id)).size).toBe(2);
  for (const { action } of toasts) action?.onPress();
  await waitFor(async () => expect(await account.db.outbox.count()).toBe(2));
});

// 3.17.2, 17.21: of one that may be done, what was typed stands behind it.
test.each(["invalid-request", "blocked"])(
  "a new playlist that is %s a second time opens with what was typed the first time",
  async (code) => {
    const { account, user } = open();
    const form = { title: "Shore", description: "By the sea", genre: "Ska", private: true } as const;
    await account.change({ kind: "create-playlist", playlistId, playlist: form }, { playlistTitle: "Shore", playlist });
    await refuseAgain(account, code);
    const first = await openForm(user, "Create Shore", "New Playlist");
    await user.clear(first.getByLabelText("Title"));
    await user.type(first.getByLabelText("Title"), "Coast");
    await user.click(first.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "New Playlist" })).toBeNull());
    await refuseAgain(account, code);
    await user.click(await screen.findByRole("button", { name: /^Edit: Create/ }));
    const again = within(await screen.findByRole("dialog", { name: "New Playlist" }));
    expect(value(again.getByLabelText("Title"))).toBe("Coast");
  },
);
