/** Hashes passwords with scrypt (specification 16.10). */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { createConcurrencyLimit } from "../lib/concurrency-limit.ts";

interface Cost {
  /** Exponent of N: memory is 2^logN * 8 * 128 bytes. */
  logN: number;
  r: number;
  p: number;
}

export type PasswordCheck = (password: string, stored: string | null) => Promise<boolean>;

export interface Passwords {
  /**
   * Returns `scrypt$logN$r$p$salt$hash` with salt and hash in base64url: old hashes stay valid when the cost changes.
   */
  hash(password: string): Promise<string>;
  /**
   * Runs `work` when its turn to hash has come. Its function says whether `password` matches `stored`; for `null` (no
   * account, or no password) false, in the same time. A wrong password takes as long where `stored` is from before a
   * higher cost.
   */
  inTurn<T>(work: (check: PasswordCheck) => Promise<T>): Promise<T>;
  /** Whether `stored` has a lower cost than new hashes. */
  isOutdated(stored: string): boolean;
}

const hashBytes = 32;
/** Two at a time. Beyond the queue a client would time out anyway, so refusing it protects the others. */
const limitHashing = createConcurrencyLimit(2, 200);

function derive(password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN;
  return new Promise((resolve, reject) => {
    scrypt(password, salt, hashBytes, { N, r, p, maxmem: 256 * N * r }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}

/**
 * @param logN exponent of N for new hashes; 15 takes 32 MB and about a fifth of a second for each guess
 */
export function createPasswords(logN: number): Passwords {
  const cost: Cost = { logN, r: 8, p: 3 };
  const encode = (salt: string, hash: string) => ["scrypt", cost.logN, cost.r, cost.p, salt, hash].join("$");
  // Compared for an unknown account, so that it takes as long as a wrong password (specification 9.11).
  const dummyHash = encode("AAAAAAAAAAAAAAAAAAAAAA", "A".repeat(43));
  const check: PasswordCheck = async (password, stored) => {
    const [, N, r, p, salt = "", hash = ""] = (stored ?? dummyHash).split("$");
    const expected = Buffer.from(hash, "base64url");
    const bytes = Buffer.from(salt, "base64url");
    const used: Cost = { logN: Number(N), r: Number(r), p: Number(p) };
    const actual = await derive(password, bytes, used);
    const matches = stored !== null && expected.length === actual.length && timingSafeEqual(expected, actual);
    // Each step doubles the work: 2^n + (2^n + … + 2^(m-1)) = 2^m.
    for (let { logN } = used; !matches && logN < cost.logN; logN += 1) await derive(password, bytes, { ...used, logN });
    return matches;
  };
  return {
    async hash(password) {
      const salt = randomBytes(16);
      const hash = await limitHashing(() => derive(password, salt, cost));
      return encode(salt.toString("base64url"), hash.toString("base64url"));
    },
    // All of it in one place of the queue: it tells nothing by waiting twice.
    inTurn: (work) => limitHashing(() => work(check)),
    isOutdated: (stored) => Number(stored.split("$")[1]) < cost.logN,
  };
}
