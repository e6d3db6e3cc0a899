// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { addLayers } from "./layers-above.ts";

const above = () => document.documentElement.getAttribute("data-above");

test("a layer counts until the last of its kind is gone", () => {
  expect(above()).toBeNull();
  const close = [addLayers("dialog", "full-dialog"), addLayers("menu"), addLayers("dialog")] as const;
  expect(above()).toBe("dialog full-dialog menu");
  close[0]();
  expect(above()).toBe("dialog menu");
  close[1]();
  expect(above()).toBe("dialog");
  close[2]();
  expect(above()).toBeNull();
});
