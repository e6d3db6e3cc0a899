/** The key pair that signs the embedded provider's ID tokens, kept in the data directory (specification 16.8). */
import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JSONWebKeySet } from "jose";
import { noKey, openKeyFile } from "../lib/key-file.ts";

export interface SigningKeys {
  privateKey: KeyObject;
  /** Names the key in token headers: the start of the public key's SHA-256. */
  kid: string;
  /** What `/identity/jwks.json` answers. */
  jwks: JSONWebKeySet;
}

/** Its name in the data directory. */
export const keyFile = "identity-key.pem";

/** Reads the key of `dir`, or makes it at the first start. Throws a StartError for a file that holds no RSA key. */
export async function openKeys(dir: string): Promise<SigningKeys> {
  await mkdir(dir, { recursive: true });
  const path = join(dir, keyFile);
  const privateKey = readPem(await openKeyFile(path, makePem));
  if (!privateKey) throw noKey(path);
  return describeKey(privateKey);
}

/** The public side of a private key, as token headers and the key set name it. */
export function describeKey(privateKey: KeyObject): SigningKeys {
  const publicKey = createPublicKey(privateKey);
  const kid = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("base64url")
    .slice(0, 20);
  const { kty, n, e } = publicKey.export({ format: "jwk" });
  if (kty === undefined || n === undefined || e === undefined) throw new Error("The identity key is no RSA key");
  return { privateKey, kid, jwks: { keys: [{ kty, n, e, kid, alg: "RS256", use: "sig" }] } };
}

async function makePem(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return privateKey;
}

/** Undefined for text that is no private RSA key. */
function readPem(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === "rsa" ? key : undefined;
  } catch {
    // Whatever the parser trips over, the file is at fault.
    return undefined;
  }
}
