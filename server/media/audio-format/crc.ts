/** The checksums of FLAC frames and Ogg pages: non-reflected polynomials with initial value 0. */

/** Creates the table of a CRC with `bits` bits. */
function makeTable(polynomial: number, bits: 8 | 16 | 32): Int32Array {
  const table = new Int32Array(256);
  const top = 2 ** (bits - 1);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte << (bits - 8);
    for (let bit = 0; bit < 8; bit++) crc = crc & top ? (crc << 1) ^ polynomial : crc << 1;
    table[byte] = bits === 32 ? crc : crc & (2 ** bits - 1);
  }
  return table;
}

const table8 = makeTable(0x07, 8);
const table16 = makeTable(0x8005, 16);
/** The second table for two bytes at a time. */
const table16Far = table16.map((crc) => ((crc << 8) & 0xffff) ^ (table16[crc >>> 8] ?? 0));
const table32 = makeTable(0x04c11db7, 32);

/** Reads an entry; indexes are always in range, which the compiler cannot know. */
const at = (list: Int32Array | Uint8Array, index: number) => list[index] ?? 0;

export function crc8(bytes: Uint8Array): number {
  let crc = 0;
  for (let i = 0; i < bytes.length; i++) crc = at(table8, crc ^ at(bytes, i));
  return crc;
}

/** Updates a CRC-16 with `bytes`, two at a time. */
export function crc16(start: number, bytes: Uint8Array): number {
  let crc = start;
  let i = 0;
  for (; i + 1 < bytes.length; i += 2)
    crc = at(table16Far, (crc >>> 8) ^ at(bytes, i)) ^ at(table16, (crc & 0xff) ^ at(bytes, i + 1));
  if (i < bytes.length) crc = ((crc << 8) & 0xffff) ^ at(table16, (crc >>> 8) ^ at(bytes, i));
  return crc;
}

/** Updates a CRC-32 with `bytes`; the result is signed. */
export function crc32(start: number, bytes: Uint8Array): number {
  let crc = start;
  for (let i = 0; i < bytes.length; i++) crc = (crc << 8) ^ at(table32, (crc >>> 24) ^ at(bytes, i));
  return crc;
}
