// @vitest-environment happy-dom
import { createEvent, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderForUser } from "../../../tests/support/component.ts";
import { PlaySongButton } from "./PlaySongButton.tsx";

/** Presses the button for so long; returns how often it played. */
function press(ms: number, pointerType: string, detail = 1): number {
  const play = vi.fn<() => void>();
  const { unmount } = renderForUser(<PlaySongButton title="Lanterns" onClick={play} />);
  const button = screen.getByRole("button", { name: "Play Lanterns" });
  const send = (type: "pointerDown" | "click", at: number, init: object) => {
    const event = createEvent[type](button, init);
    Object.defineProperty(event, "timeStamp", { value: at });
    fireEvent(button, event);
  };
  send("pointerDown", 1_000, { pointerType });
  send("click", 1_000 + ms, { detail });
  unmount();
  return play.mock.calls.length;
}

test("a finger that stays is no tap (specification 20.13)", () => {
  expect(press(120, "touch")).toBe(1);
  expect(press(800, "touch")).toBe(0);
});

test("a mouse may stay, and keys play after a long touch", () => {
  expect(press(800, "mouse")).toBe(1);
  expect(press(800, "touch", 0)).toBe(1);
});
