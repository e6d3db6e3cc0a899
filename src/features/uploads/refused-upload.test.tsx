// @vitest-environment happy-dom
import { act, screen, within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { ApiError } from "../../api/api-error.ts";
import type { App } from "../../app/app-context.ts";
import { sendFile } from "../../app/send-file.ts";
import { markUploadRefused, storeUpload } from "../../db/upload-rows.ts";
import type { ToastMessage } from "../../ui/toaster.ts";
import { countUnsent } from "../auth/sign-out.ts";
import { SyncChip } from "../offline/SyncChip.tsx";
import { UploadDialog } from "./UploadDialog.tsx";
import { useUploads } from "./use-uploads.ts";

const refusal = { status: 415, title: "This is no sound file", code: "unsupported-media" };

vi.mock(import("../../app/send-file.ts"), { spy: true });
vi.mock(import("../../db/upload-rows.ts"), { spy: true });
const sends = vi.mocked(sendFile);
beforeEach(() => {
  sends.mockReset();
  sends.mockRejectedValue(new ApiError(refusal.code, refusal.title, { status: 415, problem: refusal }));
});

function Screen() {
  const uploads = useUploads();
  return (
    <>
      <SyncChip />
      <button type="button" onClick={() => uploads.dispatch({ type: "opened" })}>
        Open
      </button>
      <UploadDialog />
    </>
  );
}

function show() {
  const shown = renderMember({ routes: { "/mysongs": Screen, "/changes": () => null } });
  const toasts: ToastMessage[] = [];
  shown.toaster.connect({ show: (toast) => void toasts.push(toast), dismiss: () => {} });
  return { ...shown, toasts };
}

/** The form of one song, complete. */
async function fillIn(user: ReturnType<typeof show>["user"], artist: string) {
  await user.click(await screen.findByRole("button", { name: "Open" }));
  await user.upload(await screen.findByLabelText("Audio file"), new File(["x"], "Tide.mp3", { type: "audio/mpeg" }));
  const dialog = within(screen.getByRole("dialog", { name: "Upload Song" }));
  await dialog.findByDisplayValue("Tide");
  await user.type(dialog.getByLabelText("Artist"), artist);
  await user.selectOptions(dialog.getByLabelText("Genre"), "Ska");
  return dialog;
}

// 9.4, 3.2.5
test("a song is sent once by a double click; refused, it opens its form again, with one toast for both", async () => {
  const { user, toasts } = show();
  const dialog = await fillIn(user, "<b>אנה</b> 🎶");
  await user.dblClick(dialog.getByRole("button", { name: "Upload" }));
  await dialog.findByText("This is no sound file");
  await screen.findByText("Needs attention");
  expect(toasts).toMatchObject([{ kind: "failure", text: "Something went wrong! Try again" }]);
  expect(sends).toHaveBeenCalledOnce();
  expect(dialog.getByLabelText("Artist")).toHaveProperty("value", "<b>אנה</b> 🎶");
});

test("one that nobody of this page has sent is told by the chip", async () => {
  const { account, toasts } = show();
  await screen.findByText("All changes saved");
  const values = { title: "Tide", artist: "Ana", album: null, genre: "Ska", private: true } as const;
  await act(async () => {
    const id = await storeUpload(account.db, { audio: new File(["x"], "Tide.mp3"), cover: null }, values, {});
    await markUploadRefused(account.db, id, refusal);
  });
  await screen.findByText("Needs attention");
  expect(toasts).toMatchObject([{ id: "attention", action: { label: "Show" } }]);
});

// 17.38
test("a song that the device has no room for is asked about at a sign-out, also once it was refused", async () => {
  let refuse = () => {};
  sends.mockReturnValue(
    new Promise((_, reject) => (refuse = () => reject(new ApiError("refused", "Too many files", { status: 403 })))),
  );
  vi.mocked(storeUpload).mockRejectedValue(new DOMException("No room", "QuotaExceededError"));
  onTestFinished(() => void vi.mocked(storeUpload).mockRestore());
  const { user, account } = show();
  const app = { account: () => account } as unknown as App; // all that is used of it
  const dialog = await fillIn(user, "Ana");
  await user.click(dialog.getByRole("button", { name: "Upload" }));
  await vi.waitFor(() => expect(sends).toHaveBeenCalled(), { timeout: 5_000 });
  const unsent = { changes: 1, plays: 0, uploads: [], pageUploads: ["Tide"] };
  expect(await countUnsent(app)).toEqual(unsent);
  refuse();
  await dialog.findByText("Too many files");
  expect(await countUnsent(app)).toEqual(unsent);
  // Nothing goes up any more: the user decides in the form.
  expect(screen.queryByText("1 change waiting")).toBeNull();
});
