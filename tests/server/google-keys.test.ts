/** Google's public keys while Google fails (specification 16.4). */
import { expect, onTestFinished, test } from "vitest";
import { createGoogleKeys } from "../../server/identity/google-keys.ts";
import { makeSigningKeys, startKeyServer } from "../support/key-server.ts";

test("unknown key ids make the server look again twice a minute at most, also while Google fails", async () => {
  const keys = makeSigningKeys();
  const google = await startKeyServer(keys);
  onTestFinished(() => google.close());
  let now = Date.UTC(2026, 10, 21);
  const find = createGoogleKeys(google.url, () => now);
  const look = async (kid: string) => find({ alg: "RS256", kid }, { payload: "", signature: "" });
  await look(keys.kid);
  google.fail((response) => response.writeHead(503).end());
  now += 60_000;
  for (let second = 0; second < 60; second += 1, now += 1_000) await expect(look(`x${second}`)).rejects.toThrow("503");
  expect(google.asked()).toBe(1 + 2);
  google.fail(undefined);
  await look(keys.kid);
});

test("keys are asked for again after the clock was set back", async () => {
  const keys = makeSigningKeys();
  const google = await startKeyServer(keys);
  onTestFinished(() => google.close());
  let now = Date.UTC(2026, 10, 21);
  const find = createGoogleKeys(google.url, () => now);
  const look = () => find({ alg: "RS256", kid: keys.kid }, { payload: "", signature: "" });
  await look();
  await look();
  expect(google.asked()).toBe(1);
  now -= 86_400_000;
  await look();
  await expect.poll(google.asked).toBe(2);
});
