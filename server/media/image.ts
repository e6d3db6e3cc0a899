/** Pictures: JPEG and PNG by content only, encoded anew at fixed widths without their metadata (specification 15.7). */
import { open } from "node:fs/promises";
import sharp, { type Metadata, type Sharp } from "sharp";
import { imageWidths, pixelsAtMost, sideAtMost } from "../../contract/media.ts";
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
  webp: Uint8Array;
}

export interface Picture {
  facts: ImageFacts;
  /** WebP of every width of the contract, turned upright, never enlarged, at most four times as high. */
  variants: ImageVariant[];
}

sharp.concurrency(1);
sharp.cache(false);

const openPicture = (path: string): Sharp =>
  sharp(path, { limitInputPixels: pixelsAtMost, failOn: "error", pages: 1 });

/** The picture at `path`. Throws UploadRefusal for everything but sound JPEGs and PNGs of a sane size. */
export async function inspectPicture(path: string): Promise<Picture> {
  const facts = await readHeader(path);
  return { facts, variants: await encodeVariants(path) };
}

async function readHeader(path: string): Promise<ImageFacts> {
  const format = await readSignature(path);
  let metadata: Metadata;
  try {
    metadata = await openPicture(path).metadata();
  } catch (error) {
    throw refuse(error);
  }
  // The loader decides by itself what it reads: it has to be what the signature said.
  if (metadata.format !== (format === "jpg" ? "jpeg" : "png")) throw refusals.image();
  if (Math.max(metadata.width, metadata.height) > sideAtMost) throw refusals.sides();
  if (metadata.width * metadata.height > pixelsAtMost) throw refusals.pixels();
  const turned = (metadata.orientation ?? 1) >= 5;
  return {
    width: turned ? metadata.height : metadata.width,
    height: turned ? metadata.width : metadata.height,
    format,
  };
}

async function encodeVariants(path: string): Promise<ImageVariant[]> {
  const variants: ImageVariant[] = [];
  try {
    // One after the other: a picture in memory once at a time.
    for (const width of imageWidths) {
      const size = { width, height: width * 4, fit: "inside", withoutEnlargement: true } as const;
      const resized = openPicture(path).autoOrient().resize(size);
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
