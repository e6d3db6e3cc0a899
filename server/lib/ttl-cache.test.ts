import { expect, test } from "vitest";
import { createTtlCache } from "./ttl-cache.ts";

function counting(values: Record<string, string | Error>) {
  const clock = { now: 1_000 };
  let asked = 0;
  const memory = createTtlCache(
    async (key) => {
      asked++;
      const value = values[key];
      if (value instanceof Error) throw value;
      return value;
    },
    () => clock.now,
  );
  return { memory, clock, asked: () => asked };
}

test("asks once in five seconds, and at once after a change of its own", async () => {
  const values: Record<string, string> = { a: "1" };
  const { memory, clock, asked } = counting(values);
  expect([await memory.get("a"), await memory.get("a"), asked()]).toEqual(["1", "1", 1]);
  values["a"] = "2";
  clock.now = 5_999;
  expect(await memory.get("a")).toBe("1");
  clock.now = 6_000;
  expect([await memory.get("a"), asked()]).toEqual(["2", 2]);
  values["a"] = "3";
  memory.forget("a");
  expect([await memory.get("a"), asked()]).toEqual(["3", 3]);
});

test("a read that a change overtakes is not kept", async () => {
  const values: Record<string, string> = { a: "1" };
  const { memory } = counting(values);
  const early = memory.get("a");
  memory.forget("a");
  values["a"] = "2";
  expect([await early, await memory.get("a")]).toEqual(["1", "2"]);
});

test("what is not there, or could not be read, is asked for again", async () => {
  const values: Record<string, string | Error> = { b: new Error("away") };
  const { memory } = counting(values);
  expect(await memory.get("a")).toBeUndefined();
  await expect(memory.get("b")).rejects.toThrow("away");
  values["a"] = values["b"] = "there";
  expect([await memory.get("a"), await memory.get("b")]).toEqual(["there", "there"]);
});

test("a clock that is set back does not keep it longer", async () => {
  const values: Record<string, string> = { a: "1" };
  const { memory, clock } = counting(values);
  await memory.get("a");
  values["a"] = "2";
  clock.now -= 86_400_000;
  expect(await memory.get("a")).toBe("2");
});
