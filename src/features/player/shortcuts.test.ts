import { describe, expect, it } from "vitest";
import { forwardFrom, type KeyPress, shortcutOf } from "./shortcuts.ts";

/** An element that answers `closest` for the selectors whose list holds one of its own. */
const on = (...own: string[]): KeyPress["target"] => ({
  closest: (selectors: string) =>
    selectors.split(/,\s*(?![^(]*\))/).some((one) => own.includes(one)) ? ({} as Element) : null,
});

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  defaultPrevented: false,
  target: on("main"),
  ...more,
});

describe("shortcuts of the player (specification 20.9)", () => {
  it.each([
    [" ", false, "toggle"],
    ["ArrowLeft", false, "back"],
    ["ArrowRight", false, "forward"],
    ["ArrowLeft", true, "previous"],
    ["ArrowRight", true, "next"],
    ["m", false, "mute"],
    ["L", true, "like"],
    ["q", false, "queue"],
    ["/", false, "search"],
    ["?", true, "help"],
    ["x", false, undefined],
    [" ", true, undefined],
  ])("%j with shift %s is %s", (key, shiftKey, command) => {
    expect(shortcutOf(press(key, { shiftKey }))).toBe(command);
  });

  it.each(["textarea", "select"])("leaves keys to %s", (element) => {
    for (const key of [" ", "ArrowLeft", "m", "l"])
      expect(shortcutOf(press(key, { target: on(element) }))).toBeUndefined();
  });

  // 20.10
  it("leaves Space to a button and the arrows to a slider, and no more", () => {
    expect(shortcutOf(press(" ", { target: on("button") }))).toBeUndefined();
    expect(shortcutOf(press("ArrowRight", { target: on("button") }))).toBe("forward");
    expect(shortcutOf(press("ArrowRight", { target: on("input[type=range]") }))).toBeUndefined();
    expect(shortcutOf(press("m", { target: on("input[type=range]") }))).toBe("mute");
  });

  it("leaves keys that were used, and those of the browser", () => {
    expect(shortcutOf(press(" ", { defaultPrevented: true }))).toBeUndefined();
    expect(shortcutOf(press("l", { ctrlKey: true }))).toBeUndefined();
    expect(shortcutOf(press("ArrowLeft", { altKey: true }))).toBeUndefined();
    expect(shortcutOf(press("l", { isComposing: true }))).toBeUndefined();
  });

  it("leads forward to the last second, from where the song ends by itself", () => {
    expect([10, 56, 59, 59.5].map((position) => forwardFrom(position, 60))).toEqual([15, 59, 59, 59.5]);
    expect(forwardFrom(10, 0), "no length is known yet").toBe(15);
  });
});
