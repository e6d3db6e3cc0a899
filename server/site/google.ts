/** The documents of a site without Google: they keep no place for its button, which nothing would come to (specification 3.3). */
import { brotliCompressSync, constants } from "node:zlib";
import { hashOf, type SiteFile } from "./files.ts";

const made = new WeakMap<SiteFile, SiteFile>();

/** The same for the same document: it is written once. */
export function withoutGoogle(document: SiteFile): SiteFile {
  const known = made.get(document);
  if (known !== undefined) return known;
  const bytes = Buffer.from(document.bytes.toString().replace(/<html\b/, '<html data-google="off"'));
  const written = {
    ...document,
    bytes,
    brotli: document.brotli && compress(bytes),
    hash: hashOf(bytes),
  };
  made.set(document, written);
  return written;
}

/** Some kilobytes, on the main thread: not at the highest quality. */
const compress = (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
