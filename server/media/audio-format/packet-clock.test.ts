import { expect, it } from "vitest";
import { createPacketClock } from "./packet-clock.ts";

const packet = (units: number) => Buffer.from([units]);

it("adds up what packets last and counts those with sound", () => {
  const clock = createPacketClock({ rate: 10, read: (head) => head[0] || undefined });
  for (const units of [5, 0, 20]) clock.add(packet(units), 1);
  expect(clock).toMatchObject({ packets: 2, seconds: 2.5 });
});

it("leaves out what is not played, and never lasts less than nothing", () => {
  const clock = createPacketClock({ rate: 10, skipped: 15, read: (head) => head[0] });
  clock.add(packet(10), 1);
  expect(clock).toMatchObject({ packets: 1, seconds: 0 });
  clock.add(packet(10), 1);
  expect(clock).toMatchObject({ packets: 2, seconds: 0.5 });
});

it("counts a packet that only primes the next", () => {
  const clock = createPacketClock({ rate: 10, read: () => 0 });
  clock.add(packet(0), 1);
  expect(clock).toMatchObject({ packets: 1, seconds: 0 });
});
