import { expect, test, vi } from "vitest";
import { readSound, writeSound } from "./stored-sound.ts";

const from = (text: string | null) => readSound({ getItem: () => text });

test("how songs sound is kept on the device, each value by itself", () => {
  const kept = vi.fn<(key: string, text: string) => void>();
  writeSound({ setItem: kept }, { crossfade: 6, evenLoudness: false });
  expect(from(kept.mock.lastCall?.[1] ?? null)).toEqual({ crossfade: 6, evenLoudness: false });
  expect(from('{"crossfade":99,"evenLoudness":false}')).toEqual({ crossfade: 0, evenLoudness: false });
  expect(from('{"crossfade":3,"evenLoudness":"no"}')).toEqual({ crossfade: 3, evenLoudness: true });
  for (const text of [null, "", "null", "[1]", "{"]) expect(from(text)).toEqual({ crossfade: 0, evenLoudness: true });
});

test("a full storage loses them for the next start only", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const setItem = () => {
    throw new Error("full");
  };
  writeSound({ setItem }, { crossfade: 6, evenLoudness: false });
  expect(warn).toHaveBeenCalledTimes(1);
});
