// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { renderForUser } from "../../../tests/support/component.ts";
import { guardDrops } from "../../app/drop-guard.ts";
import { DropArea } from "./DropArea.tsx";

const onFiles = vi.fn<(files: File[]) => void>();
const song = new File(["x"], "a.mp3");
const files = { types: ["Files"], files: [song] };

beforeAll(guardDrops);
afterEach(() => void onFiles.mockReset());

/** Returns whether the browser would open the file. */
const drop = (target: Element, dataTransfer: object = files) =>
  fireEvent.dragOver(target, { dataTransfer }) || fireEvent.drop(target, { dataTransfer });

function show(inDialog = false) {
  renderForUser(
    <>
      <DropArea inDialog={inDialog} onFiles={onFiles} />
      <p>Songs</p>
      <dialog open>
        <p>Question</p>
        <input type="file" aria-label="Image" />
      </dialog>
    </>,
  );
}

test("a file dropped anywhere is taken and never replaces the page", () => {
  show();
  fireEvent.dragEnter(screen.getByText("Songs"), { dataTransfer: files });
  screen.getByText("Drop audio files to upload them");
  expect(drop(screen.getByText("Songs"))).toBe(false);
  expect(onFiles.mock.calls).toEqual([[[song]]]);
  expect(screen.queryByText("Drop audio files to upload them")).toBeNull();
});

test("on another dialog it goes nowhere; on the upload dialog it is taken", () => {
  show();
  expect(drop(screen.getByText("Question"))).toBe(false);
  expect(onFiles).not.toHaveBeenCalled();
  show(true);
  expect(drop(screen.getAllByText("Question")[1] ?? document.body)).toBe(false);
  expect(onFiles).toHaveBeenCalledOnce();
});

test("a file field takes its files by itself, and what is no file is none of our business", () => {
  show(true);
  expect(drop(screen.getByLabelText("Image"))).toBe(true);
  expect(drop(screen.getByText("Songs"), { types: ["text/plain"], files: [] })).toBe(true);
  expect(onFiles).not.toHaveBeenCalled();
});
