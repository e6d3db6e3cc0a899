/** Pictures: JPEG and PNG by content only, encoded anew at fixed widths without their metadata (specification 15.7). */
import { open } from "node:fs/promises";
import sharp, { type Metadata, type Sharp } from "sharp";
import { imageWidths, pixelsAtMost, sideAtMost } from "../../contract/media.ts";
import { uploadErrors } from "./upload-error.ts";

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

/** So much memory one picture may take; what is around it in the process comes on top. */
const memoryAtMost = 110_000_000;
/** Beside a picture that is held whole while it is opened. */
const besideWhole = 30_000_000;
/** Of a picture that is opened row by row so many are held at most, their transparency worked out in wider numbers. */
const rowsHeld = 2_000;

const openPicture = (path: string): Sharp => sharp(path, { limitInputPixels: pixelsAtMost, failOn: "error", pages: 1 });

/** The picture at `path`. Throws UploadError for everything but sound JPEGs and PNGs of a sane size. */
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
  if (metadata.format !== (format === "jpg" ? "jpeg" : "png")) throw uploadErrors.image();
  if (Math.max(metadata.width, metadata.height) > sideAtMost) throw uploadErrors.sides();
  if (metadata.width * metadata.height > pixelsAtMost) throw uploadErrors.pixels();
  if (memoryFor(metadata) > memoryAtMost) throw uploadErrors.memory();
  const turned = (metadata.orientation ?? 1) >= 5;
  return {
    width: turned ? metadata.height : metadata.width,
    height: turned ? metadata.width : metadata.height,
    format,
  };
}

/** An estimate on the safe side, in bytes. */
function memoryFor({ width, height, depth, channels, format, isProgressive, ...rest }: Metadata) {
  const sample = depth === "ushort" ? 2 : 1;
  if (!isProgressive) return width * channels * sample * rowsHeld;
  // The format keeps two bytes for each sample until the last of its scans; colours may have a quarter of the samples.
  const isQuartered = channels === 3 && rest.chromaSubsampling === "4:2:0";
  const jpegPixel = 2 * (isQuartered ? 1.5 : channels);
  return width * height * (format === "jpeg" ? jpegPixel : channels * sample) + besideWhole;
}

async function encodeVariants(path: string): Promise<ImageVariant[]> {
  try {
    // Opened once, at the largest width: the smaller ones are made of that.
    const largest = openPicture(path)
      .autoOrient()
      .resize(sizeOf(Math.max(...imageWidths)));
    const { data, info } = await largest.raw().toBuffer({ resolveWithObject: true });
    const variants: ImageVariant[] = [];
    for (const width of imageWidths) {
      const resized = sharp(data, { raw: info }).resize(sizeOf(width));
      variants.push({ width, webp: await resized.webp({ quality: 82 }).toBuffer() });
    }
    return variants;
  } catch (error) {
    throw refuse(error);
  }
}

const sizeOf = (width: number) => ({ width, height: width * 4, fit: "inside", withoutEnlargement: true }) as const;

async function readSignature(path: string): Promise<"jpg" | "png"> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    if (bytesRead === 0) throw uploadErrors.empty();
    const start = buffer.toString("hex", 0, bytesRead);
    if (start.startsWith("ffd8ff")) return "jpg";
    if (start === "89504e470d0a1a0a") return "png";
    throw uploadErrors.image();
  } finally {
    await file.close();
  }
}

const refuse = (error: unknown) =>
  error instanceof Error && /pixel limit/i.test(error.message) ? uploadErrors.pixels() : uploadErrors.image();
