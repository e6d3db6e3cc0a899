/** Pitched instruments. Each renders one note: ({ note, dur, vel, rand }) -> [left, right]. */

import { SR, Svf, clamp, hz, readTable, wavetable, filter } from "./dsp.mjs";

const TAU = Math.PI * 2;

/** Attack-decay-sustain-release level at time t of a note which is held for `dur` seconds. */
function adsr(t, dur, a, d, s, r) {
  const held = Math.min(t, dur);
  const level = held < a ? held / a : s + (1 - s) * Math.exp(-(held - a) / d);
  return t < dur ? level : level * Math.exp(-(t - dur) / (r / 4));
}

/** Plucked string: a tuned delay line with a damping filter (Karplus-Strong). */
const pluck =
  ({ sustain = 2.5, bright = 0.6, release = 0.08, pick = 0.18, body = 0, thump = 0 }) =>
  ({ note, dur, vel, rand }) => {
    const f = hz(note);
    const damp = clamp(0.5 - bright * 0.42, 0.02, 0.5);
    const period = SR / f - damp;
    const size = Math.floor(period - 0.3);
    const frac = period - size;
    const coef = (1 - frac) / (1 + frac);
    const gain = 10 ** (-3 / (f * sustain * clamp(2.2 - note / 55, 0.35, 1.6)));
    const burst = new Float32Array(size);
    let mean = 0;
    let low = 0;
    const soft = clamp(0.15 + bright * 0.55 * (0.5 + vel * 0.6), 0.05, 0.95);
    for (let i = 0; i < size; i++) {
      low += soft * (rand() * 2 - 1 - low);
      burst[i] = low;
      mean += low / size;
    }
    const comb = Math.max(1, Math.floor(size * pick));
    const line = burst.map((x, i) => x - mean - (burst[(i + size - comb) % size] - mean) * 0.8);
    let power = 0;
    for (const x of line) power += (x * x) / size;
    const scale = (0.32 * vel) / Math.sqrt(power + 1e-9);
    const out = new Float32Array(Math.ceil((dur + release * 2.5) * SR));
    let p = 0;
    let last = 0;
    let ax = 0;
    let ay = 0;
    for (let i = 0; i < out.length; i++) {
      const x = line[p];
      const y = coef * (x - ay) + ax;
      ax = x;
      ay = y;
      const z = gain * ((1 - damp) * y + damp * last);
      last = y;
      line[p] = z;
      p = p + 1 === size ? 0 : p + 1;
      const t = i / SR;
      const env = Math.min(1, t / 0.0015) * (t > dur ? Math.exp(-(t - dur) / (release / 3)) : 1);
      out[i] = (x * scale + thump * vel * Math.sin(TAU * f * t) * Math.exp(-t * 3.2)) * env;
    }
    if (body) filter(filter(out, "peak", 190, 1.4, body), "peak", 420, 1.6, body * 0.6);
    return [out, out];
  };

/** Sum of decaying sine partials; `spec(k, f, vel)` gives [ratio, level, seconds] or null to stop. */
const struck =
  (spec, { release = 0.12, attack = 0.002, width = 0, hold = 4 } = {}) =>
  ({ note, dur, vel }) => {
    const f = hz(note);
    const length = Math.ceil((Math.min(dur, hold) + release * 2.5) * SR);
    const sides = [0, 1].map(() => new Float32Array(length));
    for (let k = 1; k < 40; k++) {
      const part = spec(k, f, vel);
      if (!part) break;
      const [ratio, level, seconds] = part;
      if (ratio * f > 14000) continue;
      sides.forEach((out, side) => {
        const w = (TAU * ratio * f * (1 + width * (side ? 1 : -1) * (1 + (k % 3)))) / SR;
        const decay = Math.exp(-1 / (seconds * SR));
        const cos = Math.cos(w) * decay;
        const sin = Math.sin(w) * decay;
        let re = 0;
        let im = level * vel * 0.3;
        [re, im] = [im * Math.sin(k * 1.7), im * Math.cos(k * 1.7)];
        for (let i = 0; i < length; i++) {
          out[i] += re;
          [re, im] = [re * cos - im * sin, re * sin + im * cos];
        }
      });
    }
    for (const out of sides)
      for (let i = 0; i < length; i++) {
        const t = i / SR;
        out[i] *= Math.min(1, t / attack) * (t > dur ? Math.exp(-(t - dur) / (release / 3)) : 1);
      }
    return sides;
  };

/** Electric piano: two-operator frequency modulation with a short tine on top. */
const tines =
  ({ index = 1.3, tine = 0.12, sustain = 1.6 }) =>
  ({ note, dur, vel }) => {
    const f = hz(note);
    const out = new Float32Array(Math.ceil((dur + 0.3) * SR));
    const life = sustain * clamp(2.1 - note / 60, 0.5, 1.6);
    for (let i = 0; i < out.length; i++) {
      const t = i / SR;
      const mod = index * vel * (0.25 + 0.75 * Math.exp(-t * 5)) * Math.sin(TAU * f * t);
      const ping = f * 7 < 9000 ? tine * vel * vel * Math.exp(-t * 14) * Math.sin(TAU * f * 7.01 * t) : 0;
      const env = Math.min(1, t / 0.003) * Math.exp(-t / life) * (t > dur ? Math.exp(-(t - dur) / 0.06) : 1);
      out[i] = (Math.sin(TAU * f * t + mod) + ping) * env * vel * 0.42;
    }
    return [out, out];
  };

/** Tone-wheel organ: steady sine partials, with a soft key click. */
const organ =
  (bars) =>
  ({ note, dur, vel }) => {
    const f = hz(note);
    const out = new Float32Array(Math.ceil((dur + 0.06) * SR));
    const ratios = [0.5, 1.5, 1, 2, 3, 4, 5, 6, 8];
    for (let i = 0; i < out.length; i++) {
      const t = i / SR;
      let x = 0;
      for (let k = 0; k < bars.length; k++)
        if (bars[k] && ratios[k] * f < 8000) x += (bars[k] / 8) * Math.sin(TAU * ratios[k] * f * t + k);
      out[i] = x * vel * 0.17 * adsr(t, dur, 0.006, 1, 1, 0.05);
    }
    return [out, out];
  };

/** Subtractive voice: unison wavetables, low-pass with envelope, vibrato, pitch slide, breath noise. */
const synth = (o) => {
  const p = {
    wave: "saw",
    unison: 1,
    detune: 0,
    cutoff: 1800,
    track: 0.4,
    env: 0,
    envDecay: 0.25,
    q: 0.7,
    a: 0.01,
    d: 0.3,
    s: 0.7,
    r: 0.15,
    vibrato: 0,
    vibRate: 5.2,
    vibDelay: 0.25,
    slide: 0,
    slideTime: 0.06,
    breath: 0,
    sub: 0,
    level: 0.3,
    filterAttack: 0,
    formants: null,
    ...o,
  };
  return ({ note, dur, vel, rand }) => {
    const f = hz(note);
    const length = Math.ceil((dur + p.r * 1.6) * SR);
    const left = new Float32Array(length);
    const right = new Float32Array(length);
    const table = wavetable(p.wave, f * 1.03);
    const voices = Array.from({ length: p.unison }, (_, v) => {
      const place = p.unison > 1 ? (2 * v) / (p.unison - 1) - 1 : 0;
      return {
        phase: p.unison > 1 ? rand() : 0,
        ratio: 2 ** ((place * p.detune + (rand() - 0.5) * p.detune * 0.2) / 1200),
        l: 1 - place * 0.6,
        r: 1 + place * 0.6,
      };
    });
    const filters = [new Svf(p.cutoff, p.q), new Svf(p.cutoff, p.q)];
    const bank = p.formants?.map(([hzF, q, g]) => [new Svf(hzF, q), new Svf(hzF, q), g]);
    const norm = (p.level * vel) / Math.sqrt(p.unison);
    const base = p.cutoff * 2 ** (((note - 60) / 12) * p.track) * (0.6 + 0.5 * vel);
    const drift = rand() * TAU;
    let subPhase = 0;
    let pitch = 1;
    for (let i = 0; i < length; i++) {
      const t = i / SR;
      if (i % 16 === 0) {
        const vib = p.vibrato * clamp((t - p.vibDelay) / 0.35, 0, 1) * Math.sin(TAU * p.vibRate * t + drift);
        pitch = 2 ** ((vib + p.slide * Math.exp(-t / p.slideTime)) / 12);
        const rise = p.filterAttack ? 1 - Math.exp(-t / p.filterAttack) : 1;
        const cut = base * (0.25 + 0.75 * rise) + p.env * vel * rise * Math.exp(-t / p.envDecay);
        filters[0].set(cut);
        filters[1].set(cut);
      }
      let l = 0;
      let r = 0;
      for (const v of voices) {
        v.phase += (f * v.ratio * pitch) / SR;
        if (v.phase >= 1) v.phase -= 1;
        const x = readTable(table, v.phase);
        l += x * v.l;
        r += x * v.r;
      }
      if (p.sub) {
        subPhase += (f * pitch) / SR;
        const x = p.sub * Math.sin(TAU * subPhase);
        l += x;
        r += x;
      }
      if (p.breath) l = r = l + p.breath * (rand() * 2 - 1) * (0.5 + Math.exp(-t * 18));
      const mono = p.unison === 1;
      l = filters[0].run(l);
      r = mono ? l : filters[1].run(r);
      if (bank) {
        let fl = 0;
        let fr = 0;
        for (const [a, b, g] of bank) {
          a.run(l);
          b.run(r);
          fl += a.bp * g;
          fr += b.bp * g;
        }
        l = fl;
        r = fr;
      }
      const env = norm * adsr(t, dur, p.a, p.d, p.s, p.r);
      left[i] = l * env;
      right[i] = r * env;
    }
    return [left, right];
  };
};

const pianoPartials = (k, f, vel) => {
  if (k > 22) return null;
  const tilt = Math.exp(-k * (0.16 + (1 - vel) * 0.2)) / k ** 0.5;
  return [
    k * Math.sqrt(1 + 0.00035 * k * k),
    tilt * 1.3 * (k % 8 ? 1 : 0.3),
    (2.6 * (110 / f) ** 0.45) / (1 + 0.28 * k),
  ];
};
const table = (rows) => (k) => rows[k - 1] ?? null;
const OOH = [
  [380, 3, 1],
  [850, 4, 0.55],
  [2400, 5, 0.12],
];
const AAH = [
  [680, 3, 0.9],
  [1150, 4, 0.6],
  [2600, 5, 0.2],
];
const BRASS = {
  s: 0.85,
  d: 0.4,
  r: 0.09,
  filterAttack: 0.035,
  slide: -0.5,
  slideTime: 0.022,
  vibrato: 0.16,
};

export const instruments = {
  nylon: pluck({ bright: 0.35, sustain: 2.4, body: 5, release: 0.12, pick: 0.3 }),
  steel: pluck({ bright: 0.75, sustain: 4, body: 4, release: 0.12, pick: 0.14 }),
  banjo: pluck({ bright: 0.95, sustain: 1.1, body: 2, release: 0.07, pick: 0.08 }),
  clean: pluck({ bright: 0.6, sustain: 3.5, release: 0.06, pick: 0.22 }),
  skank: pluck({ bright: 0.7, sustain: 1.2, release: 0.035, pick: 0.2 }),
  chug: pluck({ bright: 0.7, sustain: 7, release: 0.05, pick: 0.12 }),
  ebass: pluck({ bright: 0.28, sustain: 3.5, release: 0.07, pick: 0.24, thump: 0.2 }),
  pickbass: pluck({ bright: 0.6, sustain: 4, release: 0.06, pick: 0.12, thump: 0.16 }),
  upright: pluck({ bright: 0.14, sustain: 1.5, release: 0.1, pick: 0.34, thump: 0.24, body: 2 }),
  piano: struck(pianoPartials, { width: 0.00012, release: 0.22 }),
  vibes: struck(
    table([
      [1, 1, 1.7],
      [3.98, 0.22, 0.5],
      [9.9, 0.06, 0.12],
    ]),
    { release: 0.6 },
  ),
  marimba: struck(
    table([
      [1, 1, 0.35],
      [3.93, 0.3, 0.09],
      [9.2, 0.1, 0.03],
    ]),
    { release: 0.3 },
  ),
  glock: struck(
    table([
      [1, 0.8, 0.9],
      [2.76, 0.28, 0.35],
      [5.4, 0.12, 0.12],
    ]),
    { release: 0.5 },
  ),
  rhodes: tines({}),
  softkeys: tines({ index: 0.7, tine: 0.05, sustain: 2.2 }),
  organ: organ([6, 3, 8, 6, 2, 3, 0, 1, 1]),
  bubble: organ([8, 2, 8, 3, 1, 0, 0, 0, 0]),
  trumpet: synth({
    ...BRASS,
    cutoff: 1500,
    env: 2600,
    envDecay: 0.5,
    a: 0.018,
    breath: 0.015,
    level: 0.27,
  }),
  trombone: synth({
    ...BRASS,
    cutoff: 850,
    env: 1300,
    envDecay: 0.5,
    a: 0.028,
    breath: 0.012,
    level: 0.34,
  }),
  tenor: synth({
    ...BRASS,
    wave: "reed",
    cutoff: 1300,
    env: 1500,
    envDecay: 0.4,
    a: 0.022,
    breath: 0.07,
    level: 0.34,
    vibrato: 0.24,
  }),
  muted: synth({
    ...BRASS,
    wave: "pulse",
    cutoff: 2600,
    env: 900,
    a: 0.015,
    breath: 0.02,
    level: 0.25,
    formants: [
      [1100, 1.6, 1],
      [2300, 3, 0.5],
    ],
  }),
  melodica: synth({
    wave: "reed",
    cutoff: 2300,
    a: 0.03,
    s: 0.9,
    r: 0.08,
    vibrato: 0.1,
    breath: 0.02,
    level: 0.26,
  }),
  flute: synth({
    wave: "triangle",
    cutoff: 2600,
    a: 0.05,
    s: 0.9,
    r: 0.12,
    vibrato: 0.2,
    breath: 0.09,
    level: 0.34,
  }),
  fiddle: synth({
    wave: "saw",
    cutoff: 2000,
    a: 0.06,
    s: 0.9,
    r: 0.12,
    vibrato: 0.2,
    slide: -0.4,
    slideTime: 0.03,
    breath: 0.02,
    level: 0.2,
  }),
  lapsteel: synth({
    wave: "reed",
    cutoff: 1700,
    env: 900,
    envDecay: 0.4,
    a: 0.05,
    d: 1.4,
    s: 0.45,
    r: 0.3,
    slide: -1.6,
    slideTime: 0.07,
    vibrato: 0.26,
    vibDelay: 0.3,
    level: 0.3,
  }),
  strings: synth({
    unison: 4,
    detune: 11,
    cutoff: 1500,
    a: 0.28,
    s: 0.9,
    r: 0.6,
    vibrato: 0.07,
    level: 0.16,
  }),
  pad: synth({ unison: 4, detune: 14, cutoff: 750, a: 0.5, s: 0.9, r: 0.9, level: 0.19 }),
  oohs: synth({
    unison: 3,
    detune: 12,
    cutoff: 2600,
    a: 0.14,
    s: 0.9,
    r: 0.3,
    vibrato: 0.14,
    level: 0.3,
    formants: OOH,
  }),
  aahs: synth({
    unison: 3,
    detune: 14,
    cutoff: 3200,
    a: 0.1,
    s: 0.9,
    r: 0.25,
    vibrato: 0.14,
    level: 0.27,
    formants: AAH,
  }),
  lead: synth({
    wave: "triangle",
    unison: 2,
    detune: 7,
    cutoff: 2600,
    env: 900,
    a: 0.012,
    s: 0.75,
    r: 0.16,
    vibrato: 0.14,
    slide: -0.35,
    slideTime: 0.03,
    level: 0.32,
  }),
  sawlead: synth({
    unison: 3,
    detune: 13,
    cutoff: 2300,
    env: 1500,
    envDecay: 0.3,
    a: 0.01,
    s: 0.7,
    r: 0.18,
    vibrato: 0.1,
    level: 0.2,
  }),
  super: synth({
    unison: 5,
    detune: 19,
    cutoff: 2600,
    env: 1600,
    envDecay: 0.4,
    a: 0.008,
    s: 0.75,
    r: 0.22,
    level: 0.17,
  }),
  blip: synth({
    wave: "square",
    cutoff: 500,
    env: 2200,
    envDecay: 0.09,
    a: 0.003,
    d: 0.14,
    s: 0.1,
    r: 0.12,
    q: 1.3,
    level: 0.3,
  }),
  synpluck: synth({
    unison: 2,
    detune: 10,
    cutoff: 450,
    env: 2900,
    envDecay: 0.12,
    a: 0.003,
    d: 0.25,
    s: 0.12,
    r: 0.25,
    q: 1.1,
    level: 0.3,
  }),
  synbass: synth({
    cutoff: 260,
    env: 900,
    envDecay: 0.13,
    a: 0.004,
    d: 0.3,
    s: 0.7,
    r: 0.06,
    q: 1.1,
    sub: 0.5,
    level: 0.4,
    track: 0.2,
  }),
  subbass: synth({
    wave: "triangle",
    cutoff: 420,
    a: 0.006,
    d: 0.8,
    s: 0.7,
    r: 0.1,
    sub: 0.5,
    slide: 0.6,
    slideTime: 0.02,
    level: 0.5,
    track: 0,
  }),
};
