/** A stand-in for Google's key server: the same format, and every way in which it may fail. */
import { generateKeyPairSync } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describeKey, type SigningKeys } from "../../server/identity/signing-keys.ts";

export const makeSigningKeys = (): SigningKeys =>
  describeKey(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey);

export interface KeyServer {
  url: string;
  /** How often it was asked. */
  asked: () => number;
  /** Publishes exactly these. */
  publish: (...keys: SigningKeys[]) => void;
  /** Seconds for which its answers may be kept. */
  maxAge: (seconds: number) => void;
  /** Answers this way in place of the keys, until `undefined`. */
  fail: (how: ((response: ServerResponse) => void) | undefined) => void;
  close: () => Promise<void>;
}

export async function startKeyServer(...first: SigningKeys[]): Promise<KeyServer> {
  let published = first;
  let seconds = 19_302;
  let count = 0;
  let failing: ((response: ServerResponse) => void) | undefined;
  const server = createServer((_, response) => {
    count++;
    if (failing) return failing(response);
    response
      .writeHead(200, {
        "content-type": "application/json; charset=UTF-8",
        "cache-control": `public, max-age=${seconds}, must-revalidate, no-transform`,
      })
      .end(JSON.stringify({ keys: published.flatMap(({ jwks }) => jwks.keys) }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo; // a TCP server's address, not a pipe's
  return {
    url: `http://127.0.0.1:${port}/keys`,
    asked: () => count,
    publish: (...keys) => {
      published = keys;
    },
    maxAge: (value) => {
      seconds = value;
    },
    fail: (how) => {
      failing = how;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
