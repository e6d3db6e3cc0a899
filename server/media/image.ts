/** Pictures: JPEG and PNG by content only, encoded anew at fixed widths without their metadata (specification 15.7). */
import { open } from "node:fs/promises";
import type { Metadata, Sharp } from "sharp";
import { imageWidths } from "../../contract/media.ts";
import { createTurns } from "../turns.ts";
import { refusals } from "./refusal.ts";

export interface ImageFacts {
  /** Pixels as the picture is seen, that is after its rotation. */
  width: number;
  height: number;
  /** Cloudinary's `format`, of what arrived. */
  format: "jpg" | "png";
}

export interface ImageVariant {
  width: (typeof imageWidths)[number];
  webp: Buffer;
}

/** Decoded, a picture of this size takes 256 MB at worst; so one at a time. */
const pixelsAtMost = 64_000_000;
const inTurn = createTurns(1, 100);

/** Loaded for the first picture: it is most of what a start would read, and many servers seldom see one. */
async function openPicture(path: string): Promise<() => Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  return () => sharp(path, { limitInputPixels: pixelsAtMost, failOn: "error", pages: 1 });
}

/** Reads the header of the picture at `path`. Throws UploadRefusal for everything but JPEG and PNG of a sane size. */
export async function inspectImage(path: string): Promise<ImageFacts> {
  const format = await readSignature(path);
  const load = await openPicture(path);
  let metadata: Metadata;
  try {
    metadata = await load().metadata();
  } catch (error) {
    throw refuse(error);
  }
  // The loader decides by itself what it reads: it has to be what the signature said.
  if (metadata.format !== (format === "jpg" ? "jpeg" : "png")) throw refusals.image();
  if (metadata.width * metadata.height > pixelsAtMost) throw refusals.pixels();
  const turned = (metadata.orientation ?? 1) >= 5;
  return {
    width: turned ? metadata.height : metadata.width,
    height: turned ? metadata.width : metadata.height,
    format,
  };
}

/** WebP of every width of the contract, turned upright, never enlarged, at most four times as high. Throws UploadRefusal for damaged pictures. */
export const encodeImage = (path: string): Promise<ImageVariant[]> =>
  inTurn(() => encodeVariants(path));

async function encodeVariants(path: string): Promise<ImageVariant[]> {
  const load = await openPicture(path);
  const variants: ImageVariant[] = [];
  try {
    // One after the other: a picture in memory once at a time.
    for (const width of imageWidths) {
      const size = { width, height: width * 4, fit: "inside", withoutEnlargement: true } as const;
      const resized = load().autoOrient().resize(size);
      variants.push({ width, webp: await resized.webp({ quality: 82 }).toBuffer() });
    }
  } catch (error) {
    throw refuse(error);
  }
  return variants;
}

async function readSignature(path: string): Promise<"jpg" | "png"> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    if (bytesRead === 0) throw refusals.empty();
    const start = buffer.toString("hex", 0, bytesRead);
    if (start.startsWith("ffd8ff")) return "jpg";
    if (start === "89504e470d0a1a0a") return "png";
    throw refusals.image();
  } finally {
    await file.close();
  }
}

const refuse = (error: unknown) =>
  error instanceof Error && /pixel limit/i.test(error.message)
    ? refusals.pixels()
    : refusals.image();
