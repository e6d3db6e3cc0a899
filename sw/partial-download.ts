/**
 * The bytes of an unfinished download, in memory and in cached parts, so that an interruption loses nothing
 * (specification 17.9).
 */
import { partsCache } from "../contract/worker-messages.ts";
import { putWithEviction } from "./put-with-eviction.ts";
import { drop, find, hasAllBytes, keyOf } from "./account-caches.ts";

/** Smaller songs are not cached in parts: they restart when the worker dies, and are written only once; bytes. */
const smallBytes = 20_000_000;
/** Size of one cached part; bytes. */
const partBytes = 8_000_000;
/** Of a cached part: its place in the song; bytes. */
const startHeader = "x-start";

export class PartialDownload {
  readonly #uid: string;
  readonly #path: string;
  readonly #flushAt: number;
  #stored: Blob[] = [];
  #fresh: Uint8Array<ArrayBuffer>[] = [];
  #freshBytes = 0;
  /** ETag of the file that the parts belong to; null if unknown. */
  etag: string | null = null;

  /** @param bytes expected size of the song */
  constructor(uid: string, path: string, bytes: number) {
    this.#uid = uid;
    this.#path = path;
    this.#flushAt = bytes <= smallBytes ? Infinity : partBytes;
  }

  get bytes(): number {
    return this.#stored.reduce((sum, { size }) => sum + size, this.#freshBytes);
  }

  /** Loads the parts of an earlier attempt; ignores parts after a gap or of another version. */
  async load(): Promise<void> {
    for (;;) {
      const part = await find(partsCache(this.#uid), this.#key(this.#stored.length));
      if (part === undefined) return;
      // Else it lies behind a part that was lost, and was stored again with another length.
      if (part.headers.get(startHeader) !== String(this.bytes)) return;
      const etag = part.headers.get("etag");
      if (this.#stored.length > 0 && etag !== this.etag) return;
      const body = await part.blob();
      // An unfinished write of the browser.
      if (!hasAllBytes(body, part)) return;
      this.etag = etag;
      this.#stored.push(body);
    }
  }

  /** @throws QuotaExceededError */
  async add(chunk: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#fresh.push(chunk);
    this.#freshBytes += chunk.byteLength;
    if (this.#freshBytes >= this.#flushAt) await this.flush();
  }

  /**
   * Writes the bytes in memory to the cache.
   * @throws QuotaExceededError
   */
  async flush(): Promise<void> {
    if (this.#freshBytes === 0) return;
    const body = new Blob(this.#fresh);
    const start = this.#stored.reduce((sum, { size }) => sum + size, 0);
    const headers = new Headers({ "content-length": String(body.size), [startHeader]: String(start) });
    if (this.etag !== null) headers.set("etag", this.etag);
    const key = this.#key(this.#stored.length);
    await putWithEviction(this.#uid, partsCache(this.#uid), key, () => new Response(body, { headers }));
    this.#stored.push(body);
    this.#fresh = [];
    this.#freshBytes = 0;
  }

  /** All bytes so far as one blob, without reading them into memory. */
  join(type: string): Blob {
    return new Blob([...this.#stored, ...this.#fresh], { type });
  }

  async discard(): Promise<void> {
    this.#stored = [];
    this.#fresh = [];
    this.#freshBytes = 0;
    this.etag = null;
    await dropParts(this.#uid, this.#path);
  }

  #key(index: number): string {
    return keyOfPart(this.#path, index);
  }
}

const keyOfPart = (path: string, index: number) => `${keyOf(path)}?part=${index}`;

/** Deletes all cached parts of a song. */
export const dropParts = (uid: string, path: string): Promise<void> =>
  drop(partsCache(uid), keyOfPart(path, 0), { ignoreSearch: true });
