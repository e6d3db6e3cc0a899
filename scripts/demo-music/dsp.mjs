/** Small signal-processing toolbox: seeded random, band-limited oscillators, filters, drive. */

export const SR = 44100;
const TAU = Math.PI * 2;

/** Seeded random generator (mulberry32); every call gives a number in [0, 1). */
export function rng(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Stable 32-bit hash of a text, used to derive seeds from names. */
export function hash(text) {
  let h = 2166136261;
  for (const c of text) h = Math.imul(h ^ c.codePointAt(0), 16777619);
  return h >>> 0;
}

export const hz = (midi) => 440 * 2 ** ((midi - 69) / 12);
export const db = (x) => 10 ** (x / 20);
export const clamp = (x, lo, hi) => Math.min(hi, Math.max(lo, x));

const SIZE = 2048;
const tables = new Map();
const harmonic = {
  saw: (k) => (k % 2 ? 1 : -1) / k,
  square: (k) => (k % 2 ? 1.1 / k : 0),
  pulse: (k) => (1.2 * Math.sin(Math.PI * k * 0.28)) / k,
  triangle: (k) => (k % 2 ? (k % 4 === 1 ? 1.2 : -1.2) / (k * k) : 0),
  reed: (k) => (k % 2 ? 1 : 0.42) / k ** 1.15,
  sine: (k) => (k === 1 ? 1 : 0),
};

/** One cycle of a wave, holding only the harmonics which stay under 15 kHz at frequency f. */
export function wavetable(wave, f) {
  const step = Math.floor(Math.log2(f) * 3);
  const key = `${wave}${step}`;
  if (tables.has(key)) return tables.get(key);
  const count = clamp(Math.floor(15000 / 2 ** ((step + 1) / 3)), 1, 400);
  const table = new Float32Array(SIZE + 1);
  for (let k = 1; k <= count; k++) {
    const a = harmonic[wave](k) * 0.6;
    if (a) for (let i = 0; i <= SIZE; i++) table[i] += a * Math.sin((TAU * k * i) / SIZE);
  }
  tables.set(key, table);
  return table;
}

/** Reads a wavetable at a phase in [0, 1) with linear interpolation. */
export function readTable(table, phase) {
  const x = phase * SIZE;
  const i = x | 0;
  return table[i] + (table[i + 1] - table[i]) * (x - i);
}

/** State-variable filter; `run` returns the low-pass output and leaves `bp` and `hp` to read. */
export class Svf {
  constructor(cutoff = 1000, q = 0.7) {
    this.s1 = this.s2 = this.bp = this.hp = 0;
    this.set(cutoff, q);
  }
  set(cutoff, q = this.q) {
    const g = Math.tan((Math.PI * clamp(cutoff, 15, 18000)) / SR);
    this.q = q;
    this.g = g;
    this.k = 1 / q;
    this.a = 1 / (1 + g * (g + this.k));
  }
  run(x) {
    const v3 = x - this.s2;
    const v1 = this.a * (this.s1 + this.g * v3);
    const v2 = this.s2 + this.g * v1;
    this.s1 = 2 * v1 - this.s1;
    this.s2 = 2 * v2 - this.s2;
    this.bp = v1 * this.k;
    this.hp = x - this.k * v1 - v2;
    return v2;
  }
}

/** Filters a buffer in place; mode is 'lp', 'hp', 'bp' or 'peak' (with gain in dB). */
export function filter(buf, mode, cutoff, q = 0.7, gain = 0) {
  const f = new Svf(cutoff, q);
  const boost = db(gain) - 1;
  for (let i = 0; i < buf.length; i++) {
    const x = buf[i];
    const lp = f.run(x);
    buf[i] = mode === "lp" ? lp : mode === "hp" ? f.hp : mode === "bp" ? f.bp : x + boost * f.bp;
  }
  return buf;
}

/** Half-band style low-pass kernel for 4x resampling. */
const KERNEL = (() => {
  const taps = 48;
  const k = new Float32Array(taps);
  for (let i = 0; i < taps; i++) {
    const t = i - (taps - 1) / 2;
    const window = 0.42 - 0.5 * Math.cos((TAU * i) / (taps - 1)) + 0.08 * Math.cos((2 * TAU * i) / (taps - 1));
    k[i] = (Math.sin((Math.PI * t) / 4.6) / (Math.PI * t)) * window;
  }
  return k;
})();

/** Soft-clipping drive at four times the sample rate, so that the distortion does not alias. */
export function drive(buf, amount, bias = 0.12) {
  const ring = new Float32Array(64);
  const offset = Math.tanh(bias);
  let pos = 0;
  const phases = [0, 1, 2, 3].map((p) => KERNEL.filter((_, i) => i % 4 === p));
  const history = new Float32Array(16);
  let h = 0;
  for (let i = 0; i < buf.length; i++) {
    history[h & 15] = buf[i];
    for (let p = 0; p < 4; p++) {
      let up = 0;
      for (let j = 0; j < 12; j++) up += phases[p][j] * history[(h - j) & 15];
      ring[pos++ & 63] = Math.tanh(up * 4 * amount + bias) - offset;
    }
    h++;
    let down = 0;
    for (let j = 0; j < 48; j++) down += KERNEL[j] * ring[(pos - 1 - j) & 63];
    buf[i] = down;
  }
  return buf;
}
