/** Google's public keys while Google fails (specification 16.4). */
import { expect, onTestFinished, test } from "vitest";
import { createGoogleKeys } from "../../server/identity/google-keys.ts";
import { makeSigningKeys, startKeyServer } from "../support/key-server.ts";

/** Google with one key, and a server that looks for keys by their ids. */
async function startGoogle() {
  const { kid, ...keys } = makeSigningKeys();
  const google = await startKeyServer({ kid, ...keys });
  onTestFinished(() => google.close());
  const clock = { now: Date.UTC(2026, 10, 21) };
  const find = createGoogleKeys(google.url, () => clock.now);
  const look = async (id = kid) => find({ alg: "RS256", kid: id }, { payload: "", signature: "" });
  return { google, clock, look };
}

test("unknown key ids make the server look again twice a minute at most, also while Google fails", async () => {
  const { google, clock, look } = await startGoogle();
  await look();
  google.fail((response) => response.writeHead(503).end());
  clock.now += 60_000;
  for (let second = 0; second < 60; second += 1, clock.now += 1_000)
    await expect(look(`x${second}`)).rejects.toThrow("503");
  expect(google.asked()).toBe(1 + 2);
  google.fail(undefined);
  await look();
});

test("keys are asked for again after the clock was set back", async () => {
  const { google, clock, look } = await startGoogle();
  await look();
  await look();
  expect(google.asked()).toBe(1);
  clock.now -= 86_400_000;
  await look();
  await expect.poll(google.asked).toBe(2);
});

test.each(["5, 7", "soon", ""])("keys are kept although their age is %j", async (age) => {
  const { google, look } = await startGoogle();
  const body = await (await fetch(google.url)).text();
  google.fail((response) =>
    response.writeHead(200, { "content-type": "application/json", "cache-control": "max-age=3600", age }).end(body),
  );
  await look();
  const before = google.asked();
  await look();
  await look();
  expect(google.asked()).toBe(before);
});
