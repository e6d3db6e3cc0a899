// @vitest-environment happy-dom
/** Songs that wait for their upload, on `/changes` and in the chip (specification 3.17.2, 17.29). */
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { markUploadRefused, noteProgress, readUploads, storeUpload } from "../../db/upload-rows.ts";
import { notePageUploads } from "../../sync/page-uploads.ts";
import type { Account } from "../../sync/account-session.ts";
import { texts } from "../../texts/texts.ts";
import { ChangeList } from "./ChangeList.tsx";
import { SyncChip } from "./SyncChip.tsx";

const Screen = () => (
  <main>
    <h1>Changes</h1>
    <SyncChip />
    <ChangeList />
  </main>
);
const open = (online: boolean) => renderMember({ routes: { "/": Screen, "/changes": Screen }, online });

const store = ({ db }: Account, title: string) =>
  storeUpload(
    db,
    { audio: new File(["0123456789"], "a.mp3"), cover: null },
    { title, artist: "Ana", album: null, genre: "Ska", private: true },
    {},
  );

const row = async (title: string) => {
  const name = await within(await screen.findByRole("list", { name: "Uploads" })).findByText(`Upload ${title}`);
  const found = name.closest("li");
  if (found === null) throw new Error(`${title} stands in no row`);
  return found;
};

test("what waits says so, counts in the chip, and can be discarded and taken back", async () => {
  const { account, user, toaster } = open(false);
  const show = vi.spyOn(toaster, "show");
  await store(account, "Slow Tide");
  expect(within(await row("Slow Tide")).getByText("Waiting for a connection")).toBeTruthy();
  expect(screen.getByText(/1 change waiting/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Discard: Upload Slow Tide" }));
  await waitFor(() => expect(screen.queryByRole("list", { name: "Uploads" })).toBeNull());
  show.mock.lastCall?.[0].action?.onPress();
  await row("Slow Tide");
  await user.click(screen.getByRole("button", { name: "Discard: Upload Slow Tide" }));
  await waitFor(() => expect(show).toHaveBeenCalledTimes(2));
  // The toast closes.
  show.mock.lastCall?.[0].action?.onExpire?.();
  await waitFor(async () => expect(await account.db.uploadPieces.count()).toBe(0));
});

// 17.29, 17.33
test("what goes up from the page alone counts as well, and says that the page has to stay", async () => {
  const { account } = open(true);
  await screen.findByRole("link", { name: "All changes saved" });
  act(() => notePageUploads(account, { going: ["Tide", "Tide"], refused: ["Wave"] }));
  await screen.findByRole("link", { name: "2 changes waiting" });
  const list = within(await screen.findByRole("list", { name: "Uploads from this page" }));
  expect(list.getAllByText("Upload Tide")).toHaveLength(2);
  expect(list.getAllByText(/leave Offbeat open/)).toHaveLength(2);
  act(() => notePageUploads(account, { going: [], refused: ["Wave"] }));
  await screen.findByRole("link", { name: "All changes saved" });
});

test("what was refused has its reason and is tried again when asked; a large file says how far it is", async () => {
  const { account, user } = open(true);
  const refused = await store(account, "Text");
  await markUploadRefused(account.db, refused, { code: "unsupported-media", title: "This is no sound file" });
  const large = await store(account, "Large");
  await noteProgress(account.db, large, { parts: { id: "x", sent: 4 } });
  expect(within(await row("Text")).getByText("This is no sound file")).toBeTruthy();
  await waitFor(async () => expect(within(await row("Large")).getByText("Uploading · 40 %")).toBeTruthy());
  await user.click(screen.getByRole("button", { name: "Retry: Upload Text" }));
  await waitFor(async () =>
    expect((await readUploads(account.db)).map(({ state }) => state)).toEqual(["waiting", "waiting"]),
  );
});

// 17.29: nothing sends it by itself.
test("only what still waits can be sent now", async () => {
  const { account } = open(true);
  const refused = await store(account, "Text");
  await screen.findByRole("button", { name: "Send now" });
  await markUploadRefused(account.db, refused, { code: "unsupported-media", title: "This is no sound file" });
  await screen.findByRole("button", { name: "Retry: Upload Text" });
  expect(screen.queryByRole("button", { name: "Send now" })).toBeNull();
  await store(account, "Song");
  await screen.findByRole("button", { name: "Send now" });
});

test("songs cannot be sent now while the device has no network", async () => {
  const hasNetwork = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  const { account } = open(false);
  await store(account, "Song");
  await screen.findByRole("button", { name: "Send now" });
  hasNetwork.mockReturnValue(false);
  act(() => void dispatchEvent(new Event("offline")));
  expect(screen.queryByRole("button", { name: "Send now" })).toBeNull();
});

test("a reason is said in the language of now, a fault of the page in its own words", async () => {
  vi.spyOn(texts, "sentence").mockImplementation((english) => `übersetzt: ${english}`);
  const { account } = open(true);
  const refuse = async (title: string, reason: string) =>
    markUploadRefused(account.db, await store(account, title), { code: "x", title: reason });
  await refuse("Large", "The file is too large");
  await refuse("Broken", "");
  await waitFor(async () => expect((await row("Large")).textContent).toContain("übersetzt: The file is too large"));
  await waitFor(async () => expect((await row("Broken")).textContent).toContain(texts.app.failed));
});

test("several that were refused are tried again by one press", async () => {
  const { account, user } = open(true);
  for (const title of ["One", "Two"]) {
    const problem = { code: "unsupported-media", title: "This is no sound file" };
    await markUploadRefused(account.db, await store(account, title), problem);
    await row(title);
    await waitFor(() =>
      expect(screen.getAllByRole("button", { name: /^Retry: / })).toHaveLength(title === "One" ? 1 : 2),
    );
    if (title === "One") expect(screen.queryByRole("button", { name: "Retry all" })).toBeNull();
  }
  await user.click(screen.getByRole("button", { name: "Retry all" }));
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Uploads" }));
  await waitFor(async () =>
    expect((await readUploads(account.db)).map(({ state }) => state)).toEqual(["waiting", "waiting"]),
  );
});

// 20.25
test("a discard leaves the focus on the heading of its part, and the last one on that of the screen", async () => {
  const { account, user } = open(false);
  for (const title of ["One", "Two"]) await store(account, title);
  const focused = () => document.activeElement?.matches("h1, h2") && document.activeElement.textContent;
  await user.click(await screen.findByRole("button", { name: "Discard: Upload One" }));
  expect(focused()).toBe("Uploads");
  await waitFor(() => expect(screen.queryByText("Upload One")).toBeNull());
  expect(focused()).toBe("Uploads");
  await user.click(screen.getByRole("button", { name: "Discard: Upload Two" }));
  await waitFor(() => expect(screen.queryByText("Upload Two")).toBeNull());
  expect(focused()).toBe("Changes");
});

test("each of two that were discarded one after the other can be taken back", async () => {
  const { account, user, toaster } = open(false);
  const show = vi.spyOn(toaster, "show");
  for (const title of ["One", "Two"]) await store(account, title);
  for (const title of ["One", "Two"]) {
    await user.click(await screen.findByRole("button", { name: `Discard: Upload ${title}` }));
    await waitFor(() => expect(screen.queryByText(`Upload ${title}`)).toBeNull());
  }
  const toasts = show.mock.calls.map(([toast]) => toast);
  expect(new Set(toasts.map(({ id }) => id)).size, "none takes the place of the other").toBe(2);
  for (const { action } of toasts) action?.onPress();
  await waitFor(async () => expect(await readUploads(account.db)).toHaveLength(2));
});
