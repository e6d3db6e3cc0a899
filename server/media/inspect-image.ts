/**
 * Inspects JPEG and PNG pictures by content, and re-encodes them at fixed widths without metadata (specification 15.7).
 */
import { open } from "node:fs/promises";
import sharp, { type Metadata, type Sharp } from "sharp";
import { imageWidths, maxPixels, maxSide } from "../../contract/media.ts";
import { coverColorOf, type Sample } from "./cover-color.ts";
import { uploadErrors } from "./upload-error.ts";

export interface ImageFacts {
  /** Pixels after applying the EXIF rotation. */
  width: number;
  height: number;
  /** Cloudinary's `format` of the uploaded file. */
  format: "jpg" | "png";
}

export interface ImageVariant {
  width: (typeof imageWidths)[number];
  webp: Uint8Array;
}

export interface Picture {
  facts: ImageFacts;
  /** WebP in every width of the contract, rotated upright, never enlarged, at most four times as high as wide. */
  variants: ImageVariant[];
  /** `#rrggbb`; null for a picture that is all transparent. */
  color: string | null;
}

sharp.concurrency(1);
sharp.cache(false);

/** Memory limit for one picture, on top of the process itself. */
const maxMemory = 100_000_000;
/** Overhead for a picture that decodes as a whole. */
const wholeOverhead = 30_000_000;
/** Rows in memory for a picture that decodes row by row, including wider samples for transparency. */
const bufferedRows = 2_000;

const openPicture = (path: string): Sharp => sharp(path, { limitInputPixels: maxPixels, failOn: "error", pages: 1 });

/** Inspects the picture at `path`. Throws UploadError unless it is a valid JPEG or PNG within the size limits. */
export async function inspectPicture(path: string): Promise<Picture> {
  const facts = await readHeader(path);
  return { facts, ...(await encode(path)) };
}

/** The colour of a picture that this server has encoded. */
export async function readStoredColor(path: string): Promise<Pick<Picture, "color">> {
  return { color: coverColorOf(await readSamples(openPicture(path))) };
}

async function readHeader(path: string): Promise<ImageFacts> {
  const format = await readSignature(path);
  let metadata: Metadata;
  try {
    metadata = await openPicture(path).metadata();
  } catch (error) {
    throw refuse(error);
  }
  // sharp detects the format itself: it must agree with the signature.
  if (metadata.format !== (format === "jpg" ? "jpeg" : "png")) throw uploadErrors.image();
  if (Math.max(metadata.width, metadata.height) > maxSide) throw uploadErrors.sides();
  if (metadata.width * metadata.height > maxPixels) throw uploadErrors.pixels();
  if (memoryFor(metadata) > maxMemory) throw uploadErrors.memory();
  const turned = (metadata.orientation ?? 1) >= 5;
  return {
    width: turned ? metadata.height : metadata.width,
    height: turned ? metadata.width : metadata.height,
    format,
  };
}

/** A conservative estimate in bytes. */
function memoryFor({ width, height, depth, channels, format, isProgressive, ...rest }: Metadata) {
  const sample = depth === "ushort" ? 2 : 1;
  if (!isProgressive) return width * channels * sample * bufferedRows;
  // Progressive JPEG keeps two bytes per sample until its last scan; 4:2:0 has a quarter of the colour samples.
  const isQuartered = channels === 3 && rest.chromaSubsampling === "4:2:0";
  const jpegPixel = 2 * (isQuartered ? 1.5 : channels);
  return width * height * (format === "jpeg" ? jpegPixel : channels * sample) + wholeOverhead;
}

async function encode(path: string): Promise<Pick<Picture, "variants" | "color">> {
  try {
    // Decodes once at the largest width, and resizes that for the smaller ones.
    const largest = openPicture(path)
      .autoOrient()
      .resize(sizeOf(Math.max(...imageWidths)));
    const { data, info } = await largest.raw().toBuffer({ resolveWithObject: true });
    const variants: ImageVariant[] = [];
    for (const width of imageWidths) {
      const resized = sharp(data, { raw: info }).resize(sizeOf(width));
      variants.push({ width, webp: await resized.webp({ quality: 82 }).toBuffer() });
    }
    return { variants, color: coverColorOf(await readSamples(sharp(data, { raw: info }))) };
  } catch (error) {
    throw refuse(error);
  }
}

/** Width and height of the picture that the colour is chosen from. */
const sampleSide = 48;

async function readSamples(picture: Sharp): Promise<Sample[]> {
  const { data } = await picture
    .resize({ width: sampleSide, height: sampleSide, fit: "fill" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (index: number) => data[index] ?? 0;
  return Array.from({ length: data.length / 4 }, (_, pixel) => ({
    rgb: [at(pixel * 4), at(pixel * 4 + 1), at(pixel * 4 + 2)],
    weight: at(pixel * 4 + 3) / 255,
  }));
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
