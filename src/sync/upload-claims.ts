/**
 * The songs of this page's upload batches, among all that lie on the device (specification 17.29). A batch sends them alone,
 * and says itself how that ends.
 */
import type { Account } from "./account-session.ts";

interface UploadClaims {
  /** Of a song that a batch, or the dialog before it, puts onto the device. */
  claim(id: string): void;
  /** Whether only a batch may begin with it. */
  isClaimed(id: string): boolean;
  /** The server refuses it: the dialog opens again and says so. From now on a retry is anybody's. */
  end(id: string): void;
  /** Whether a batch has it, or has said why it was refused. */
  isExplained(id: string): boolean;
  /** It is sent, given up, or left to whoever sends what waits. */
  release(id: string): void;
}

const known = new WeakMap<Account, UploadClaims>();

export function uploadClaims(account: Account): UploadClaims {
  const claims = known.get(account) ?? createUploadClaims();
  known.set(account, claims);
  return claims;
}

function createUploadClaims(): UploadClaims {
  const claimed = new Set<string>();
  const explained = new Set<string>();
  return {
    claim(id) {
      claimed.add(id);
      explained.add(id);
    },
    isClaimed: (id) => claimed.has(id),
    end: (id) => void claimed.delete(id),
    isExplained: (id) => explained.has(id),
    release(id) {
      claimed.delete(id);
      explained.delete(id);
    },
  };
}
