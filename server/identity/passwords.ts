/** Password hashes: scrypt with its parameters beside the hash, two at most at a time (specification 16.10). */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { createConcurrencyLimit } from "../lib/concurrency-limit.ts";

interface Cost {
  /** Exponent of N: memory is 2^logN * 8 * 128 bytes. */
  logN: number;
  r: number;
  p: number;
}

export interface Passwords {
  /** `scrypt$logN$r$p$salt$hash`, salt and hash in base64url: older hashes stay readable when the cost changes. */
  hash(password: string): Promise<string>;
  /** Whether `password` belongs to `stored`; with `null` (no such account, or one without a password) false, as slowly. */
  check(password: string, stored: string | null): Promise<boolean>;
}

const hashBytes = 32;
/** Two at most at a time; beyond the line a caller would time out anyway, and refusing keeps the others answered. */
const inTurn = createConcurrencyLimit(2, 200);

function derive(password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN;
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password, salt, hashBytes, { N, r, p, maxmem: 256 * N * r }, (error, hash) =>
          error ? reject(error) : resolve(hash),
        );
      }),
  );
}

/**
 * @param logN exponent of N for new hashes; 15 takes 32 MB and about a fifth of a second for each guess
 */
export function createPasswords(logN: number): Passwords {
  const cost: Cost = { logN, r: 8, p: 3 };
  const encode = (salt: string, hash: string) => ["scrypt", cost.logN, cost.r, cost.p, salt, hash].join("$");
  // What an unknown account is compared with, so that it takes as long as a wrong password (specification 9.11).
  const nobody = encode("AAAAAAAAAAAAAAAAAAAAAA", "A".repeat(43));
  return {
    async hash(password) {
      const salt = randomBytes(16);
      const hash = await derive(password, salt, cost);
      return encode(salt.toString("base64url"), hash.toString("base64url"));
    },
    async check(password, stored) {
      const [, N, r, p, salt = "", hash = ""] = (stored ?? nobody).split("$");
      const expected = Buffer.from(hash, "base64url");
      const actual = await derive(password, Buffer.from(salt, "base64url"), {
        logN: Number(N),
        r: Number(r),
        p: Number(p),
      });
      return stored !== null && expected.length === actual.length && timingSafeEqual(expected, actual);
    },
  };
}
