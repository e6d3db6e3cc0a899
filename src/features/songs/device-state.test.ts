import { expect, test } from "vitest";
import type { Download } from "../../../contract/worker-messages.ts";
import { describeState, deviceState, mayBeHere, problemOf } from "./device-state.ts";

const rowOf = (state: Download["state"]) => ({ state }) as Download; // nothing else is looked at

test("without a network a song counts as here until it is known what is", () => {
  expect(mayBeHere("a", undefined)).toBe(true);
  expect(mayBeHere("a", new Map([["a", rowOf("ready")]]))).toBe(true);
  expect(mayBeHere("a", new Map([["a", rowOf("downloading")]]))).toBe(false);
  expect(mayBeHere("a", new Map())).toBe(false);
});

test("a song that waits says what holds the downloads up; one that is here or cannot come does not", () => {
  for (const hold of ["paused", "metered", "many"] as const) {
    expect(deviceState(rowOf("wanted"), hold)).toBe(hold);
    expect(deviceState(rowOf("ready"), hold)).toBe("ready");
    expect(deviceState(undefined, hold)).toBe("absent");
    expect(deviceState({ ...rowOf("failed"), problem: "gone" }, hold)).toBe("wanted");
  }
  expect(deviceState(rowOf("wanted"))).toBe("wanted");
});

test("a song that cannot come says why, and is no empty ring", () => {
  const told = (row: Partial<Download>) => problemOf(deviceState(row as Download)); // as above
  expect(told({ state: "failed", problem: "quota" })).toBe("No space left on this device");
  expect(told({ state: "failed", problem: "mismatch" })).toBe("Damaged on arrival, so it can't stay here");
  expect(told({ state: "failed", problem: "limit" })).toBe("Beyond your limit");
  expect(told({ state: "failed", problem: "gone" })).toBeUndefined();
  expect(told({ state: "wanted", problem: "network" })).toBeUndefined();
});

// 17.12
test("every mark has its words: a ring says that the song is on its way", () => {
  expect(describeState("ready", true)).toBe("On this device");
  expect(describeState(40, true)).toBe("Downloading 40 %");
  expect(describeState("wanted", true)).toBe("Not on this device · Waiting to download");
  expect(describeState("wanted", false)).toBe("Not on this device");
  expect(describeState("paused", true)).toBe("Not on this device · Downloads are paused");
  expect(describeState("absent", false)).toBe("Not on this device");
});
