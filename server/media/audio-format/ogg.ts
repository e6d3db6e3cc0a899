/** Reads Ogg: sums up the packets of its only audio stream. */
import { uploadErrors } from "../upload-error.ts";
import type { ByteReader } from "./byte-reader.ts";
import { readPages, type Page } from "./ogg-pages.ts";
import { readTrack, type Track } from "./ogg-track.ts";
import { headBytes, type PacketClock, type Sound } from "./audio-facts.ts";

/** Vorbis headers contain code books and comments, including a cover. */
const maxHeaderBytes = 32 * 1024 * 1024;

/** Reads the stream at `start`. Throws UploadError. */
export function readOgg(bytes: ByteReader, start: number): Sound {
  let stream: Stream | undefined;
  for (const page of readPages(bytes, start)) {
    const found = page.isFirst && readTrack(bytes.piece(page.body, page.pieces[0] ?? 0));
    // Chromium plays chained streams one after the other, Firefox only the first.
    if (found && stream) throw uploadErrors.several();
    if (found) stream = new Stream(bytes, found, page.serial);
    stream?.add(page);
  }
  if (!stream) throw uploadErrors.noSound();
  return stream.finish();
}

/** Assembles the packets of one stream: whole headers, and the start of audio packets. */
class Stream {
  readonly #bytes: ByteReader;
  readonly #track: Track;
  readonly #serial: number;
  #clock: PacketClock | undefined;
  #headers: Buffer[] = [];
  #headerBytes = 0;
  /** The present part of a packet that continues on the next page. */
  #parts: Buffer[] = [];
  #length = 0;
  /** The start of the continued packet is missing. */
  #isLost = false;

  constructor(bytes: ByteReader, track: Track, serial: number) {
    this.#bytes = bytes;
    this.#track = track;
    this.#serial = serial;
  }

  add(page: Page): void {
    if (page.serial !== this.#serial) return;
    if (!page.isContinued) this.#begin();
    else if (this.#length === 0) this.#isLost = true;
    let position = page.body;
    for (const [index, length] of page.pieces.entries()) {
      this.#take(position, length);
      position += length;
      if (page.isUnfinished && index === page.pieces.length - 1) return;
      if (!this.#isLost) this.#end();
      this.#begin();
    }
  }

  finish(): Sound {
    if (this.#clock === undefined || this.#clock.packets === 0) throw uploadErrors.noSound();
    const { mimeType, format, claimed } = this.#track;
    return { mimeType, format, claimed, seconds: this.#clock.seconds };
  }

  #begin(): void {
    this.#parts = [];
    this.#length = 0;
    this.#isLost = false;
  }

  #take(position: number, length: number): void {
    const wanted = this.#clock ? Math.max(0, Math.min(length, headBytes - this.#length)) : length;
    if (!this.#clock) this.#headerBytes += length;
    if (this.#headerBytes > maxHeaderBytes) throw uploadErrors.broken();
    // Copies, because the view is only valid until the next read.
    if (wanted > 0) this.#parts.push(Buffer.from(this.#bytes.piece(position, wanted)));
    this.#length += length;
  }

  #end(): void {
    const packet = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    if (this.#clock) return this.#clock.add(packet ?? Buffer.alloc(0), this.#length);
    this.#headers.push(packet ?? Buffer.alloc(0));
    if (this.#headers.length === this.#track.headers) this.#clock = this.#track.createClock(this.#headers);
  }
}
