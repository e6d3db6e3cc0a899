// @vitest-environment happy-dom
// 20.25
import { render, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Note } from "./Note.tsx";
import { StatusLine } from "./StatusLine.tsx";

test.each([
  ["a line", (text: string | false) => <StatusLine>{text}</StatusLine>],
  ["a note", (text: string | false) => <Note open={text !== false}>{text}</Note>],
])("what %s says comes into a region that is there before, which screen readers announce", (_, draw) => {
  const { rerender, container } = render(draw(false));
  const region = within(container).getByRole("status");
  expect(region.childNodes).toHaveLength(0);
  rerender(draw("You're offline"));
  expect(region.isConnected).toBe(true);
  expect(region.textContent).toBe("You're offline");
  rerender(draw(false));
  expect(region.childNodes).toHaveLength(0);
});
