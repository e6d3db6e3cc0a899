// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { ApiError } from "../../api/api-error.ts";
import type { App } from "../../app/app-context.ts";
import { sendFile } from "../../app/send-file.ts";
import { storeUpload } from "../../db/upload-rows.ts";
import { countUnsent } from "../auth/sign-out.ts";
import { UploadDialog } from "./UploadDialog.tsx";
import { useUploads } from "./use-uploads.ts";

vi.mock(import("../../app/send-file.ts"), { spy: true });
vi.mock(import("../../db/upload-rows.ts"), { spy: true });

function Screen() {
  const uploads = useUploads();
  return (
    <>
      <button type="button" onClick={() => uploads.dispatch({ type: "opened" })}>
        Open
      </button>
      <UploadDialog />
    </>
  );
}

// 17.38
test("a song that the device has no room for is asked about at a sign-out, also once it was refused", async () => {
  let refuse = () => {};
  vi.mocked(sendFile).mockReturnValue(
    new Promise((_, reject) => (refuse = () => reject(new ApiError("refused", "Too many files", { status: 403 })))),
  );
  vi.mocked(storeUpload).mockRejectedValue(new DOMException("No room", "QuotaExceededError"));
  const { user, account } = renderMember({ routes: { "/mysongs": Screen } });
  const app = { account: () => account } as unknown as App; // all that is used of it
  await user.click(await screen.findByRole("button", { name: "Open" }));
  await user.upload(await screen.findByLabelText("Audio file"), new File(["x"], "Tide.mp3", { type: "audio/mpeg" }));
  const dialog = within(screen.getByRole("dialog", { name: "Upload Song" }));
  await dialog.findByDisplayValue("Tide");
  await user.type(dialog.getByLabelText("Artist"), "Ana");
  await user.selectOptions(dialog.getByLabelText("Genre"), "Ska");
  await user.click(dialog.getByRole("button", { name: "Upload" }));
  await vi.waitFor(() => expect(sendFile).toHaveBeenCalled(), { timeout: 5_000 });
  const unsent = { changes: 1, plays: 0, uploads: [], pageUploads: ["Tide"] };
  expect(await countUnsent(app)).toEqual(unsent);
  refuse();
  await dialog.findByText("Too many files");
  expect(await countUnsent(app)).toEqual(unsent);
});
