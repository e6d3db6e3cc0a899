/** The RSA key pair that signs the embedded provider's ID tokens, stored in the data directory. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JSONWebKeySet } from "jose";
import { invalidKey, openKeyFile } from "../lib/key-file.ts";

export interface SigningKeys {
  privateKey: KeyObject;
  /** The key id in token headers: the start of the public key's SHA-256. */
  kid: string;
  /** The response of `/identity/jwks.json`. */
  jwks: JSONWebKeySet;
}

/** The file name in the data directory. */
export const keyFile = "identity-key.pem";

/** Reads the key in `dir`, or creates it at the first start. Throws a StartError for a file without an RSA key. */
export async function openKeys(dir: string): Promise<SigningKeys> {
  await mkdir(dir, { recursive: true });
  const path = join(dir, keyFile);
  const privateKey = readPem(await openKeyFile(path, makePem));
  if (!privateKey) throw invalidKey(path);
  return describeKey(privateKey);
}

/** Derives key id and public key set from a private key. */
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

/** Returns undefined for text that is not a private RSA key. */
function readPem(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === "rsa" ? key : undefined;
  } catch {
    // Every parser error means an invalid file.
    return undefined;
  }
}
