/** Google's public keys while Google fails (specification 16.4). */
import { once } from "node:events";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { createGoogleKeys } from "../../server/identity/google-keys.ts";

test("unknown key ids make the server look again twice a minute at most, also while Google fails", async () => {
  const { publicKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "known", alg: "RS256", use: "sig" };
  let asked = 0;
  let isDown = false;
  const google = createServer((_, reply) => {
    asked += 1;
    reply.writeHead(isDown ? 503 : 200, { "cache-control": "max-age=20000", "content-type": "application/json" });
    reply.end(JSON.stringify({ keys: [jwk] }));
  }).listen(0, "127.0.0.1");
  await once(google, "listening");
  onTestFinished(() => {
    google.closeAllConnections();
    google.close();
  });
  const address = google.address();
  if (address === null || typeof address === "string") throw new Error("It listens on a port");
  let now = Date.UTC(2026, 10, 21);
  const find = createGoogleKeys(`http://127.0.0.1:${address.port}`, () => now);
  const look = async (kid: string) => find({ alg: "RS256", kid }, { payload: "", signature: "" });
  await look("known");
  isDown = true;
  asked = 0;
  now += 60_000;
  for (let second = 0; second < 60; second += 1, now += 1_000) await expect(look(`x${second}`)).rejects.toThrow("503");
  expect(asked).toBe(2);
  isDown = false;
  await look("known");
});
