/** The key pair that signs the embedded provider's ID tokens, kept in the data directory (specification 16.8). */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  type KeyObject,
} from "node:crypto";
import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JSONWebKeySet } from "jose";

export interface SigningKeys {
  privateKey: KeyObject;
  /** Names the key in token headers: the start of the public key's SHA-256. */
  kid: string;
  /** What `/identity/jwks.json` answers. */
  jwks: JSONWebKeySet;
}

/** Its name in the data directory. */
export const keyFile = "identity-key.pem";

/**
 * Reads the key of `dir`, or makes it at the first start with mode 0600. Throws what the file system throws, and an
 * Error when the file holds no RSA key.
 */
export async function openKeys(dir: string): Promise<SigningKeys> {
  await mkdir(dir, { recursive: true });
  const path = join(dir, keyFile);
  const pem = (await readIfThere(path)) ?? (await makeKey(path));
  const privateKey = createPrivateKey(pem);
  if (privateKey.asymmetricKeyType !== "rsa") throw new Error(`${path} holds no RSA key`);
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
  if (kty === undefined || n === undefined || e === undefined)
    throw new Error("The identity key is no RSA key");
  return { privateKey, kid, jwks: { keys: [{ kty, n, e, kid, alg: "RS256", use: "sig" }] } };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a whole, synced key under its name or none: a start that is killed half-way leaves no broken key behind. */
async function makeKey(path: string): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  const file = await open(temporary, "wx", 0o600);
  try {
    await file.writeFile(privateKey);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    // A link does not replace: of two first starts both end with the key of the first.
    await link(temporary, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await unlink(temporary);
  }
  return readFile(path, "utf8");
}
