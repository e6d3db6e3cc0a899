// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { idOf } from "../../../tests/support/items.ts";
import { member, renderMember } from "../../../tests/support/member-screen.tsx";
import { ApiError } from "../../api/api-error.ts";
import { markAttention } from "../../db/outbox-decisions.ts";
import type { ToastMessage } from "../../ui/toaster.ts";
import { EditPlaylistDialog } from "../playlists/EditPlaylistDialog.tsx";
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

// 3.17.2, 9.4
test("the toast of a refusal leads to the changes, goes once they are open, and does not come there", async () => {
  const { account, history, toaster } = renderMember({
    routes: { "/": SyncChip, "/changes": SyncChip },
    online: false,
  });
  const toasts: ToastMessage[] = [];
  const gone: string[] = [];
  toaster.connect({ show: (toast) => void toasts.push(toast), dismiss: (id) => void gone.push(id) });
  await screen.findByText(/All changes saved/);
  const refuse = async (n: number, isTold: () => void) => {
    await account.change({ kind: "like", songId: idOf(n), liked: true });
    const row = await account.db.outbox.toCollection().last();
    await markAttention(account.db, row?.seq ?? -1, { code: "not-today", title: "Not today" });
    await waitFor(isTold);
  };
  await refuse(1, () => expect(toasts).toHaveLength(1));
  expect(toasts[0]).toMatchObject({ id: "attention", action: { label: "Show" } });
  expect(gone).toEqual([]);
  act(() => history.push("/changes"));
  await waitFor(() => expect(gone).toEqual(["attention"]));
  // The list shows it. Who hears the screen hears the chip again: it is another text, of the same words.
  const told = screen.getByText("Needs attention");
  await refuse(2, () => expect(told.isConnected).toBe(false));
  within(screen.getByRole("status")).getByText("Needs attention");
  expect(toasts).toHaveLength(1);
  expect(account.outbox.get()?.rows.map(({ state }) => state)).toEqual(["attention", "attention"]);
});

// 3.16.5, 3.16.8, 9.4
describe("a playlist is made public, and the server refuses that", () => {
  const shore = {
    _id: idOf(1),
    title: "Shore",
    description: "By the sea",
    genre: null,
    private: true,
    playlistImage: null,
    songCount: 1,
    owner: member.uid,
    ownerName: "Ada Byron",
  };

  function Page() {
    const [open, setOpen] = useState(true);
    const close = () => setOpen(false);
    return (
      <>
        <SyncChip />
        <EditPlaylistDialog playlist={shore} open={open} onClose={close} onDone={close} />
      </>
    );
  }
  const Elsewhere = () => (
    <>
      <h1>Elsewhere</h1>
      <SyncChip />
    </>
  );

  /** Saves the form; `answer` then lets the server answer. */
  async function publish(before?: (account: ReturnType<typeof renderMember>["account"]) => Promise<void>) {
    let answer = () => {};
    const shown = renderMember({
      routes: { "/": Page, "/elsewhere": Elsewhere, "/changes": () => null },
      answers: {
        "GET /playlists/{id}": { ...shore, songs: [] },
        async "PATCH /playlists/{id}"() {
          await new Promise<void>((resolve) => (answer = resolve));
          const songs = [{ _id: idOf(7), title: "Hidden" }];
          const problem = { status: 409, title: "Private songs", code: "private-songs-in-playlist", songs };
          throw new ApiError(problem.code, problem.title, { status: 409, problem });
        },
      },
    });
    const toasts: ToastMessage[] = [];
    shown.toaster.connect({ show: (toast) => void toasts.push(toast), dismiss: () => {} });
    await before?.(shown.account);
    const dialog = within(await screen.findByRole("dialog", { name: "Change Playlist information" }));
    await shown.user.selectOptions(dialog.getByLabelText("Visibility"), "public");
    await shown.user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(shown.calls).toContain("PATCH /playlists/{id}"));
    return { ...shown, dialog, toasts, answer: () => answer() };
  }
  const left = ({ account }: Pick<Awaited<ReturnType<typeof publish>>, "account">) =>
    account.outbox.get()?.rows.map(({ state, operation }) => [state, "playlist" in operation && operation.playlist]);

  test("the open form alone says so, and nothing needs attention", async () => {
    const shown = await publish();
    const { dialog, user, toasts, answer } = shown;
    // Nobody would hear the answer.
    expect(dialog.getByRole("button", { name: "Cancel" })).toHaveProperty("disabled", true);
    await user.keyboard("{Escape}");
    answer();
    await dialog.findByText("It holds private songs. Take them out before you make it public");
    dialog.getByText("Hidden");
    await waitFor(() => expect(left(shown)).toEqual([]));
    expect(toasts).toEqual([]);
    expect(screen.getByText("All changes saved")).toBeTruthy();
  });

  test("once its page is left, the change needs attention and a toast says so", async () => {
    const shown = await publish();
    act(() => shown.history.push("/elsewhere"));
    await screen.findByRole("heading", { name: "Elsewhere" });
    shown.answer();
    await waitFor(() => expect(shown.toasts).toMatchObject([{ id: "attention", action: { label: "Show" } }]));
    expect(left(shown)).toEqual([["attention", { private: false }]]);
  });

  test("an earlier change of it that was refused stays for the user to decide", async () => {
    const title = "Shore 2";
    const shown = await publish(async (account) => {
      await account.change({ kind: "edit-playlist", playlistId: shore._id, playlist: { title } });
      const [row] = await account.db.outbox.toArray();
      await markAttention(account.db, row?.seq ?? -1, { code: "invalid-request", title: "This title is taken" });
      await screen.findByText("Needs attention");
    });
    shown.answer();
    await shown.dialog.findByText("It holds private songs. Take them out before you make it public");
    await waitFor(() => expect(left(shown)).toEqual([["attention", { title }]]));
  });
});
