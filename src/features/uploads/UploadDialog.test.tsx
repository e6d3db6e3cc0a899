// @vitest-environment happy-dom
/** The upload dialog begins with its files (specification 3.16.6). */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { setLanguage } from "../../app/language.ts";
import type { UploadPiece } from "../../db/database.ts";
import { buttonClass } from "../../ui/button-class.ts";
import row from "./UploadRow.module.css";
import { UploadDialog } from "./UploadDialog.tsx";
import { errorsOf } from "./upload-row.ts";
import { useUploads } from "./use-uploads.ts";

// Rows ask for their errors at each render.
vi.mock(import("./upload-row.ts"), { spy: true });

function Screen() {
  const uploads = useUploads();
  return (
    <>
      <button type="button" onClick={() => uploads.dispatch({ type: "opened" })}>
        Open
      </button>
      <button type="button" onClick={() => uploads.dispatch({ type: "no-room" })}>
        Send without room
      </button>
      <UploadDialog />
    </>
  );
}

test("one area for files comes first, then their fields, filled in", async () => {
  const { user } = renderMember({ routes: { "/": Screen }, online: false });
  await user.click(await screen.findByRole("button", { name: "Open" }));
  const input = await screen.findByLabelText("Audio file");
  expect(screen.queryByLabelText("Title")).toBeNull();
  // Files come first: until then it is not what to press.
  const upload = within(screen.getByRole("dialog")).getByRole("button", { name: "Upload" });
  expect(upload.className).toBe(buttonClass());
  expect(screen.getByText(/your songs wait on this device/)).toBeTruthy();
  await user.upload(input, new File(["no tags"], "03 - Slow_tide.mp3", { type: "audio/mpeg" }));
  expect(await screen.findByDisplayValue("Slow tide")).toBe(screen.getByLabelText("Title"));
  expect(upload.className).toBe(buttonClass("main"));
  await user.upload(screen.getByLabelText("Audio file"), [
    new File(["a"], "a.mp3", { type: "audio/mpeg" }),
    new File(["b"], "b.mp3", { type: "audio/mpeg" }),
  ]);
  expect(await screen.findByLabelText("Genre for all songs")).toBeTruthy();
  // The dialog has one name for one and many (20.1).
  expect(within(screen.getByRole("dialog", { name: "Upload Song" })).getByText("2 songs")).toBeTruthy();
});

test("while many songs are kept on the device the form says how many of them are", async () => {
  // Where nothing can be tried it takes its time.
  vi.spyOn(HTMLMediaElement.prototype, "load").mockImplementation(function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event("canplay"));
  });
  const { user, account } = renderMember({ routes: { "/": Screen }, online: false });
  await user.click(await screen.findByRole("button", { name: "Open" }));
  // ID3v2.3 with an artist of eight letters.
  const tags = "ID3\u0003\0\0\0\0\0\u0013TPE1\0\0\0\t\0\0\0Somebody";
  const files = Array.from({ length: 12 }, (_, n) => new File([tags, `${n}`], `Song ${n}.mp3`, { type: "audio/mpeg" }));
  await user.upload(await screen.findByLabelText("Audio file"), files);
  await user.selectOptions(await screen.findByLabelText("Genre for all songs"), "Jazz");
  await waitFor(() => expect(screen.queryAllByText(/Reading/)).toEqual([]));
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  const { put } = account.db.uploadPieces;
  let stored = 0;
  vi.spyOn(account.db.uploadPieces, "put").mockImplementation(((piece: UploadPiece) =>
    (stored += 1) <= 5
      ? put.call(account.db.uploadPieces, piece)
      : held.then(() => put.call(account.db.uploadPieces, piece))) as never); // as it is called
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Upload" }));
  await screen.findByText("Keeping the songs here first: 5 of 12");
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("42");
  go();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await expect.poll(() => account.db.uploads.count()).toBe(12);
});

// 3.2.7
test("Back in the middle of an upload's form closes it and keeps its file and fields", async () => {
  const { user, history } = renderMember({ routes: { "/": Screen }, online: false });
  const open = async () => {
    await user.click(await screen.findByRole("button", { name: "Open" }));
    return screen.findByRole("dialog", { name: "Upload Song" });
  };
  await open();
  await user.upload(
    await screen.findByLabelText("Audio file"),
    new File(["no tags"], "03 - Slow_tide.mp3", { type: "audio/mpeg" }),
  );
  await user.type(await screen.findByDisplayValue("Slow tide"), " 2");
  await waitFor(() => expect(history.location.state).toHaveProperty("dialog"));
  act(() => history.back());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(history.location.pathname).toBe("/");
  await open();
  expect(screen.getByLabelText("Title")).toHaveProperty("value", "Slow tide 2");
});

// 8.1
test("what it says without a network and without room changes once the network is back", async () => {
  const { user, online } = renderMember({ routes: { "/": Screen }, online: false });
  await user.click(await screen.findByRole("button", { name: "Open" }));
  const dialog = await screen.findByRole("dialog", { name: "Upload Song" });
  fireEvent.click(screen.getByText("Send without room"));
  await within(dialog).findByText(/this device has no room/);
  act(() => online.set(true));
  expect(within(dialog).getByRole("alert").textContent).toBe("You're back online: you can try again now");
});

test("of many files each row renders for its own news", async () => {
  const count = 30;
  const { user } = renderMember({ routes: { "/": Screen }, answers: { "GET /songs/mysongs/{id}": [] } });
  await user.click(await screen.findByRole("button", { name: "Open" }));
  const input = await screen.findByLabelText("Audio file");
  vi.mocked(errorsOf).mockClear();
  const files = Array.from({ length: count }, (_, n) => new File([`${n}`], `song ${n}.mp3`, { type: "audio/mpeg" }));
  await user.upload(input, files);
  await waitFor(() => expect(screen.queryByText("Reading the file…")).toBeNull());
  expect(screen.getAllByRole("button", { name: /^Remove song/ })).toHaveLength(count);
  // A few times for each row and its fields; with all rows for each piece of news they are some 1,900.
  expect(vi.mocked(errorsOf).mock.calls.length).toBeLessThan(count * 20);
});

test("a row that a submit has opened stays open while its fields are mended, and can be folded (specification 3.16.6)", async () => {
  const { user } = renderMember({ routes: { "/": Screen }, answers: { "GET /songs/mysongs/{id}": [] } });
  await user.click(await screen.findByRole("button", { name: "Open" }));
  const files = ["a", "b"].map((name) => new File([name], `${name} song.mp3`, { type: "audio/mpeg" }));
  await user.upload(await screen.findByLabelText("Audio file"), files);
  const dialog = within(screen.getByRole("dialog"));
  await dialog.findAllByText(/ is required$/, { selector: `.${row.sub}` });
  await user.selectOptions(await dialog.findByLabelText("Genre for all songs"), "Rock");
  const upload = () => user.click(dialog.getByRole("button", { name: "Upload" }));
  await upload();
  const fold = dialog.getByRole("button", { name: /^a song/ });
  await waitFor(() => expect(fold.getAttribute("aria-expanded")).toBe("true"));
  const fields = within(dialog.getByRole("group", { name: "a song.mp3" }));
  await user.type(fields.getByLabelText("Artist"), "Somebody");
  expect(fields.getByLabelText<HTMLInputElement>("Artist").value).toBe("Somebody");
  expect(fold.getAttribute("aria-expanded")).toBe("true");
  // Of the other one, which still lacks its artist.
  const other = dialog.getByRole("button", { name: /^b song/ });
  await user.click(other);
  expect(other.getAttribute("aria-expanded")).toBe("false");
  await upload();
  await waitFor(() => expect(other.getAttribute("aria-expanded")).toBe("true"));
});

test("what a row of several lacks is a note until Upload is pressed, then an error (specification 3.16.6)", async () => {
  const { user } = renderMember({ routes: { "/": Screen }, answers: { "GET /songs/mysongs/{id}": [] } });
  await user.click(await screen.findByRole("button", { name: "Open" }));
  const files = ["a", "b"].map((name) => new File([name], `${name} song.mp3`, { type: "audio/mpeg" }));
  await user.upload(await screen.findByLabelText("Audio file"), files);
  const lacks = await screen.findAllByText(/ is required$/, { selector: `.${row.sub}` });
  expect(lacks).toHaveLength(2);
  expect(document.querySelector(`.${row.problem}`)).toBeNull();
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Upload" }));
  await waitFor(() => expect(document.querySelectorAll(`.${row.problem}`).length).toBeGreaterThan(1));
});

// 20.21
test("what a row lacks is said in the language of the page", async () => {
  await setLanguage("de");
  onTestFinished(async () => void (await setLanguage("en")));
  const { user } = renderMember({ routes: { "/": Screen }, answers: { "GET /songs/mysongs/{id}": [] } });
  await user.click(await screen.findByRole("button", { name: "Open" }));
  const files = ["a", "b"].map((name) => new File([name], `${name} song.mp3`, { type: "audio/mpeg" }));
  await user.upload(document.querySelector<HTMLInputElement>("input[name=audio]") ?? document.body, files);
  await waitFor(() =>
    expect([...document.querySelectorAll(`.${row.sub}`)].map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/fehlt/),
      expect.stringMatching(/fehlt/),
    ]),
  );
});

// 20.3, 20.4
test("whoever removes songs keeps the focus in the dialog: at the next, the one before, then its heading", async () => {
  const { user } = renderMember({ routes: { "/": Screen }, answers: { "GET /songs/mysongs/{id}": [] } });
  await user.click(await screen.findByRole("button", { name: "Open" }));
  const files = ["a", "b", "c", "d"].map((name) => new File([name], `${name}.mp3`, { type: "audio/mpeg" }));
  await user.upload(await screen.findByLabelText("Audio file"), files);
  const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;
  const remove = async (name: string) => {
    const button = await screen.findByRole("button", { name: `Remove ${name}` });
    button.focus();
    await user.keyboard("{Enter}");
  };
  await remove("b.mp3");
  await waitFor(() => expect(focused()).toBe("Remove c.mp3"));
  // As the animation keeps a removed row where it was.
  const next = screen.getByRole("button", { name: "Remove c.mp3" });
  const fading = document.createElement("li");
  fading.style.pointerEvents = "none";
  fading.innerHTML = "<button data-remove>b.mp3</button>";
  next.closest("li")?.before(fading);
  await remove("a.mp3");
  expect(document.activeElement).toBe(next);
  fading.remove();
  await remove("d.mp3");
  await screen.findByLabelText("Title");
  await waitFor(() => expect(focused()).toBe("Upload Song"));
});

/** An open form with one song, while another is on its way. */
async function typeBesideBatch() {
  const { user } = renderMember({ routes: { "/": WithBatch }, answers: { "GET /songs/mysongs/{id}": [] } });
  await user.click(await screen.findByRole("button", { name: "Begin a batch" }));
  return { user, title: await screen.findByDisplayValue("second") };
}

function WithBatch() {
  const uploads = useUploads();
  const choose = (name: string) => uploads.chooseFiles([new File([name], `${name}.mp3`, { type: "audio/mpeg" })]);
  const [first, setFirst] = useState(0);
  const begin = () => {
    choose("first");
    setFirst(uploads.get().rows[0]?.id ?? 0);
    uploads.dispatch({ type: "batch-started" });
    choose("second");
  };
  const refuse = () => {
    uploads.dispatch({ type: "row-failed", id: first, problem: "The file is broken" });
    uploads.dispatch({ type: "batch-ended" });
  };
  return (
    <>
      <button onClick={begin}>Begin a batch</button>
      <button onClick={refuse}>Refuse the first</button>
      <button onClick={() => choose("third")}>Drop another</button>
      <UploadDialog />
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name, hidden: true }));

// 3.2.5, 20.4
test("whoever types into the form of one song goes on there when one of the batch before comes back", async () => {
  const { user, title } = await typeBesideBatch();
  await user.type(title, " song", { initialSelectionStart: 3, initialSelectionEnd: 3 });
  press("Refuse the first");
  await screen.findByLabelText("Genre for all songs");
  await user.keyboard(" by the sea ");
  expect(screen.getByDisplayValue("sec song by the sea ond")).toBe(document.activeElement);
});

// 20.4
test("the focus stays in the form, too, where what had it goes", async () => {
  await typeBesideBatch();
  screen.getByLabelText("Genre").focus();
  press("Drop another");
  await screen.findByLabelText("Genre for all songs");
  expect(document.activeElement).not.toBe(document.body);
});

// 20.4
test("a cover that was just chosen keeps nobody from adding a song", async () => {
  await typeBesideBatch();
  // As browsers do for what has no text.
  const { setSelectionRange } = HTMLInputElement.prototype;
  vi.spyOn(HTMLInputElement.prototype, "setSelectionRange").mockImplementation(function (
    this: HTMLInputElement,
    ...range
  ) {
    if (this.type === "file") throw new DOMException("It has no text", "InvalidStateError");
    return setSelectionRange.apply(this, range);
  });
  vi.spyOn(HTMLInputElement.prototype, "selectionStart", "get").mockImplementation(function (this: HTMLInputElement) {
    return this.type === "file" ? null : 0;
  });
  document.querySelector<HTMLInputElement>("input[name=cover]")?.focus();
  press("Drop another");
  await screen.findByLabelText("Genre for all songs");
  expect(document.activeElement).toMatchObject({ name: "cover" });
});
