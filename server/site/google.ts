/** Documents for a site without Google sign-in: they reserve no space for its button (specification 3.3). */
import { brotliCompressSync, constants } from "node:zlib";
import { hashOf, type SiteFile } from "./files.ts";

const cache = new WeakMap<SiteFile, SiteFile>();

/** Converts each document once. */
export function withoutGoogle(document: SiteFile): SiteFile {
  const cached = cache.get(document);
  if (cached !== undefined) return cached;
  const bytes = Buffer.from(document.bytes.toString().replace(/<html\b/, '<html data-google="off"'));
  const converted = {
    ...document,
    bytes,
    brotli: document.brotli && compress(bytes),
    hash: hashOf(bytes),
  };
  cache.set(document, converted);
  return converted;
}

/** Below the highest quality, because it runs on the main thread. */
const compress = (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
