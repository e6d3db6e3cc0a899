import { expect, test } from "vitest";
import { cacheVerifiedTokens } from "./verified-token-cache.ts";

const minute = 60_000;

function counting(expiresIn: number) {
  const clock = { now: Date.UTC(2026, 10, 21) };
  let checks = 0;
  const exp = (clock.now + expiresIn) / 1000;
  const verify = cacheVerifiedTokens(
    async () => {
      checks += 1;
      return { exp };
    },
    () => clock.now,
  );
  return { verify: () => verify("token"), clock, checks: () => checks };
}

test("a token is checked once a minute", async () => {
  const { verify, clock, checks } = counting(60 * minute);
  await verify();
  clock.now += minute - 1;
  await verify();
  expect(checks()).toBe(1);
  clock.now += 1;
  await verify();
  expect(checks()).toBe(2);
});

test("it is checked again when it has expired, and after the clock was set back", async () => {
  const { verify, clock, checks } = counting(minute / 2);
  await verify();
  clock.now += minute / 2;
  await verify();
  expect(checks()).toBe(2);
  clock.now -= 2 * minute;
  await verify();
  await verify();
  expect(checks()).toBe(3);
  clock.now -= 24 * 60 * minute;
  await verify();
  expect(checks()).toBe(4);
});
