import { expect, test } from "vitest";
import { avoidFailedAddresses } from "./failed-addresses.ts";
import type { Sound, SoundEvents } from "./sound-interface.ts";

test("an address whose sound failed is asked under another query, each time anew", () => {
  const asked: string[] = [];
  let last: SoundEvents | undefined;
  const loudness = { gain: -3, peak: 1 };
  const open = avoidFailedAddresses((url, _, on, level) => {
    expect(level).toBe(loudness);
    asked.push(url);
    last = on;
    return {} as Sound; // nothing of it is used
  });
  const failed: string[] = [];
  const on = { failed: (fault: string) => void failed.push(fault) } as unknown as SoundEvents; // the one that is called
  open("/media/a", 0, on, loudness);
  open("/media/a", 0, on, loudness);
  last?.failed("source");
  open("/media/a", 0, on, loudness);
  last?.failed("decode");
  open("/media/a", 0, on, loudness);
  open("/media/b?sig=x", 0, on, loudness);
  last?.failed("source");
  open("/media/b?sig=x", 0, on, loudness);
  expect(asked).toEqual([
    "/media/a",
    "/media/a",
    "/media/a?again=1",
    "/media/a?again=2",
    "/media/b?sig=x",
    "/media/b?sig=x&again=1",
  ]);
  expect(failed).toEqual(["source", "decode", "source"]);
});
