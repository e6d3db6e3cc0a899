// @vitest-environment happy-dom
/** An image that is sent with a form, in all forms that have one (specification 20.18). */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { songOf } from "../../../tests/support/items.ts";
import { member, renderMember } from "../../../tests/support/member-screen.tsx";
import { ApiError } from "../../api/api-error.ts";
import { sendFile } from "../../app/send-file.ts";
import type { ToastMessage } from "../../ui/toaster.ts";
import { NewPlaylistDialog } from "../playlists/NewPlaylistDialog.tsx";
import { EditSongDialog } from "../songs/EditSongDialog.tsx";

vi.mock("../../app/send-file.ts", () => ({ sendFile: vi.fn<typeof sendFile>() }));
const sends = vi.mocked(sendFile);
/** Of the image that is on its way: how far it is. */
let advance: (share: number) => void = () => {};
beforeEach(() => {
  sends.mockReset();
  sends.mockImplementation(
    (_app, _account, _kind, _file, { signal, onProgress = () => {} }) =>
      new Promise((_, reject) => {
        advance = onProgress;
        signal.addEventListener("abort", () => reject(new ApiError("aborted", "The upload was cancelled")));
      }),
  );
});

const closed = vi.fn<() => void>();
const NewPlaylist = () => <NewPlaylistDialog open onClose={closed} onDone={closed} />;
const own = songOf(1, { title: "Tide", owner: member.uid });
const EditSong = () => <EditSongDialog song={own} open onClose={closed} onDone={closed} />;

test.each([
  ["New Playlist", NewPlaylist, "Create", "Image", { Title: "Shore", Description: "By the sea" }],
  ["Edit Song", EditSong, "Save", "Cover image", { Title: "High tide" }],
])(
  "%s: the image shows how far it is and can be stopped, and nothing typed is lost",
  async (name, Form, save, image, typed) => {
    const { user, toaster, calls } = renderMember({ routes: { "/": Form }, answers: { "GET /songs": [own] } });
    const toasts: ToastMessage[] = [];
    toaster.connect({ show: (toast) => void toasts.push(toast), dismiss: () => {} });
    const dialog = within(await screen.findByRole("dialog", { name }));
    for (const [label, text] of Object.entries(typed)) {
      await user.clear(dialog.getByLabelText(label));
      await user.type(dialog.getByLabelText(label), text);
    }
    await user.upload(dialog.getByLabelText(image), new File(["x"], "cover.png", { type: "image/png" }));
    await user.click(dialog.getByRole("button", { name: save }));
    const progress = await dialog.findByRole("progressbar", { name: "Upload of the image" });
    act(() => advance(0.4));
    expect(progress.getAttribute("aria-valuenow")).toBe("40");
    await user.dblClick(dialog.getByRole("button", { name: "Cancel the upload" }));
    await dialog.findByText("Not saved. Everything you typed is still here");
    expect(dialog.queryByRole("progressbar")).toBeNull();
    expect(document.activeElement).toBe(dialog.getByRole("heading", { name }));
    for (const [label, text] of Object.entries(typed))
      expect(dialog.getByLabelText(label)).toHaveProperty("value", text);
    dialog.getByRole("button", { name: "Remove cover.png" });
    expect([toasts, closed.mock.calls, calls.filter((call) => !call.startsWith("GET"))]).toEqual([[], [], []]);
    // It can be sent again.
    await user.click(dialog.getByRole("button", { name: save }));
    await waitFor(() => expect(sends).toHaveBeenCalledTimes(2));
  },
);
