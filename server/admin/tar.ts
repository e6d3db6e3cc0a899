/**
 * Reads and writes tar archives (POSIX ustar) with files and hard links. Replaces tar-stream, which ignores padding
 * bytes: a restore must refuse every damaged archive (specification 18.12).
 */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { StartError } from "../lib/start-error.ts";

const block = 512;
const maxNameBytes = 100;

export interface Entry {
  name: string;
  bytes: number;
  /** Name of an earlier entry with the same content; `bytes` is then 0. */
  link: string | undefined;
}

/** Creates the header block of a file. Throws a StartError for a name that is too long. */
export function makeHeader({ name, bytes, link }: Entry): Buffer {
  const header = Buffer.alloc(block);
  for (const text of [name, link ?? ""])
    if (Buffer.byteLength(text) > maxNameBytes) throw new StartError(`${text} has a name too long for a backup`);
  header.write(name, 0);
  header.write("0000600\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  writeSize(header, bytes);
  header.write("00000000000\0", 136);
  header.write(link === undefined ? "0" : "1", 156);
  header.write(link ?? "", 157);
  header.write("ustar\x0000", 257, "latin1");
  header.write(`${checksum(header).toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** Returns undefined for the empty block at the end. Throws for an invalid header. */
export function readHeader(header: Buffer): Entry | undefined {
  if (header.every((byte) => byte === 0)) return undefined;
  const text = (from: number, to: number) => header.toString("utf8", from, to).split("\0")[0] ?? "";
  const kind = text(156, 157);
  if (Number.parseInt(text(148, 156), 8) !== checksum(header) || !["0", "1"].includes(kind))
    throw new Error("It is no backup, or it is damaged");
  return {
    name: text(0, 100),
    bytes: readSize(header),
    link: kind === "1" ? text(157, 257) : undefined,
  };
}

/** The zeros that fill a file's last block. */
export const padding = (bytes: number) => Buffer.alloc((block - (bytes % block)) % block);

export const ending = Buffer.alloc(2 * block);

/** Eleven octal digits reach 8 GB; larger sizes use GNU tar's base-256 encoding. */
function writeSize(header: Buffer, bytes: number): void {
  if (bytes < 8 ** 11) return void header.write(`${bytes.toString(8).padStart(11, "0")}\0`, 124);
  header.writeUInt8(0x80, 124);
  header.writeBigUInt64BE(BigInt(bytes), 128);
}

function readSize(header: Buffer): number {
  return header.readUInt8(124) & 0x80
    ? Number(header.readBigUInt64BE(128))
    : Number.parseInt(header.toString("latin1", 124, 135), 8);
}

/** The sum of all bytes, with the checksum field as spaces. */
function checksum(header: Buffer): number {
  let sum = 0;
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  return sum;
}

/** Reads a file sequentially. */
export class Reader {
  private readonly file: FileHandle;
  constructor(file: FileHandle) {
    this.file = file;
  }

  /** Reads exactly this many bytes. Throws when the archive ends earlier. */
  async take(bytes: number): Promise<Buffer> {
    const whole = Buffer.alloc(bytes);
    for (let filled = 0; filled < bytes;) {
      const { bytesRead } = await this.file.read(whole, filled, bytes - filled);
      if (bytesRead === 0) throw new Error("It ends too early: it is only a part of a backup");
      filled += bytesRead;
    }
    return whole;
  }

  /** Passes the next bytes on in pieces and returns their SHA-256. */
  async pass(bytes: number, onPiece: (piece: Buffer) => Promise<void>): Promise<string> {
    const hash = createHash("sha256");
    for (let left = bytes; left > 0;) {
      const piece = await this.take(Math.min(left, 1 << 20));
      hash.update(piece);
      await onPiece(piece);
      left -= piece.length;
    }
    await this.takeZeros(padding(bytes).length);
    return hash.digest("hex");
  }

  /** Throws when there is more to read. */
  async takeEnd(): Promise<void> {
    if ((await this.file.read(Buffer.alloc(1), 0, 1)).bytesRead > 0) throw new Error("It is damaged");
  }

  /** Reads zeros. Throws for any other byte. */
  async takeZeros(bytes: number): Promise<void> {
    if ((await this.take(bytes)).some((byte) => byte !== 0)) throw new Error("It is damaged");
  }
}
