import { expect, test } from "vitest";
import type { Download } from "../../../contract/worker-messages.ts";
import { mayBeHere } from "./device-state.ts";

const rowOf = (state: Download["state"]) => ({ state }) as Download; // nothing else is looked at

test("without a network a song counts as here until it is known what is", () => {
  expect(mayBeHere("a", undefined)).toBe(true);
  expect(mayBeHere("a", new Map([["a", rowOf("ready")]]))).toBe(true);
  expect(mayBeHere("a", new Map([["a", rowOf("downloading")]]))).toBe(false);
  expect(mayBeHere("a", new Map())).toBe(false);
});
