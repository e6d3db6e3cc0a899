/**
 * Reads the built page into memory at the start: a few megabytes, and no request path reaches the disk. Replaces
 * @fastify/static, which reads the disk per request and derives ETags from modification times, so that identical builds
 * would be downloaded twice.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { codeOf } from "../lib/error-code.ts";

export interface SiteFile {
  bytes: Buffer;
  /** The bytes, compressed by the build. */
  brotli: Buffer | undefined;
  type: string;
  /** Strong ETag of the uncompressed bytes, without quotes. */
  hash: string;
}

/** Files by URL path: `/index.html`, `/static/js/…`. */
export type SiteFiles = ReadonlyMap<string, SiteFile>;

const types: Record<string, string> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  map: "application/json; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  webmanifest: "application/manifest+json; charset=utf-8",
  webp: "image/webp",
  woff2: "font/woff2",
};

/** Reads all files below `directory`; none when it does not exist, as before the first build. */
export async function readSiteFiles(directory: string): Promise<SiteFiles> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true }).catch(noDirectory);
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const bytes = new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const)));
  const files = new Map<string, SiteFile>();
  for (const [path, content] of bytes) {
    if (path.endsWith(".br")) continue;
    const url = `/${path.slice(directory.length).split(sep).filter(Boolean).join("/")}`;
    files.set(url, {
      bytes: content,
      brotli: bytes.get(`${path}.br`),
      type: types[/\.(\w+)$/.exec(path)?.[1] ?? ""] ?? "application/octet-stream",
      hash: hashOf(content),
    });
  }
  return files;
}

export const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("base64url").slice(0, 27);

function noDirectory(error: unknown): [] {
  if (codeOf(error) === "ENOENT") return [];
  throw error;
}
