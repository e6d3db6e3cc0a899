/** Drum sounds: each is rendered once per strength and kit, then reused. ({ vel, rand }) -> mono. */

import { SR, Svf, rng, hash } from "./dsp.mjs";

const TAU = Math.PI * 2;
const noise = (rand) => rand() * 2 - 1;

function render(seconds, fn) {
  const out = new Float32Array(Math.ceil(seconds * SR));
  for (let i = 0; i < out.length; i++) out[i] = fn(i / SR) * Math.min(1, (out.length - i) / 400);
  return out;
}

/** A swept sine with a click: kicks and toms. */
const thud = (low, high, sweep, decay, click, level) => (rand) => {
  let phase = 0;
  const lp = new Svf(3500, 0.7);
  return render(decay * 5, (t) => {
    phase += (low + (high - low) * Math.exp(-t / sweep)) / SR;
    const tick = lp.run(noise(rand)) * click * Math.exp(-t * 220);
    return level * (Math.tanh(1.5 * Math.sin(TAU * phase)) * Math.min(1, t / 0.0012) * Math.exp(-t / decay) + tick);
  });
};

/** Two drum-head tones and filtered noise: snares. */
const snap = (tone, toneDecay, band, q, noiseDecay, mix, level) => (rand) => {
  const bp = new Svf(band, q);
  const hp = new Svf(500, 0.7);
  return render(noiseDecay * 6, (t) => {
    const head = (Math.sin(TAU * tone * t) + 0.6 * Math.sin(TAU * tone * 1.72 * t)) * Math.exp(-t / toneDecay);
    bp.run(noise(rand));
    hp.run(bp.bp + 0.5 * noise(rand) * Math.exp(-t * 30));
    return level * Math.min(1, t / 0.0008) * (head * (1 - mix) + hp.hp * mix * 1.5 * Math.exp(-t / noiseDecay));
  });
};

/** Inharmonic cluster plus high noise: hats, rides and crashes. */
const metal =
  (base, count, decay, air, cut, level, attack = 0.0006) =>
  (rand) => {
    const partials = Array.from({ length: count }, (_, i) => [
      base * (1 + (i * 3.6) / count + rand() * 0.5),
      rand() * TAU,
      0.6 + rand() * 0.8,
    ]).filter((x) => x[0] < 13000);
    const hp = new Svf(cut, 0.7);
    const lp = new Svf(12500, 0.7);
    return render(decay * 5.5, (t) => {
      let x = 0;
      for (const [f, p, a] of partials)
        x += (a / Math.sqrt(count * 8)) * Math.sin(TAU * f * t + p) * Math.exp(-t / (decay * a));
      x = x * (1 - air) + noise(rand) * air * 0.55 * Math.exp(-t / (decay * 0.8));
      hp.run(lp.run(x));
      return level * hp.hp * Math.min(1, t / attack);
    });
  };

/** Band-passed noise with an envelope of time: claps, brushes, shakers. */
const dust = (band, q, seconds, envelope, level) => (rand) => {
  const bp = new Svf(band, q);
  return render(seconds, (t) => {
    bp.run(noise(rand));
    return level * bp.bp * envelope(t);
  });
};

const clapEnvelope = (t) =>
  [0, 0.011, 0.022].reduce((a, d) => a + (t >= d ? Math.exp(-(t - d) / 0.006) * 0.7 : 0), 0) +
  (t > 0.026 ? Math.exp(-(t - 0.026) / 0.07) : 0);

const common = {
  o: metal(3300, 16, 0.16, 0.62, 6000, 0.3),
  r: metal(1900, 34, 0.34, 0.5, 3600, 0.34),
  c: metal(1500, 40, 0.6, 0.72, 2400, 0.48, 0.002),
  x: (rand) =>
    render(
      0.12,
      (t) =>
        0.5 *
        (Math.sin(TAU * 1650 * t) * Math.exp(-t * 75) +
          0.8 * Math.sin(TAU * 470 * t) * Math.exp(-t * 60) +
          noise(rand) * 0.25 * Math.exp(-t * 300)),
    ),
  p: dust(1450, 1.1, 0.4, clapEnvelope, 0.62),
  w: dust(3800, 0.7, 0.35, (t) => Math.min(1, t / 0.03) * Math.exp(-t / 0.08), 0.3),
  e: dust(6800, 1.2, 0.14, (t) => Math.min(1, t / 0.018) * Math.exp(-t / 0.03), 0.3),
  b: metal(4300, 10, 0.09, 0.4, 5200, 0.34, 0.003),
  t: thud(78, 150, 0.05, 0.2, 0.15, 0.62),
  y: thud(108, 200, 0.045, 0.17, 0.15, 0.58),
  u: thud(150, 260, 0.04, 0.14, 0.15, 0.52),
  v: (rand) => {
    const bp = new Svf(3200, 0.8);
    return render(2.6, () => {
      bp.run(rand() < 0.0005 ? noise(rand) * 2 : noise(rand) * 0.004);
      return bp.bp * 0.3;
    });
  },
  z: (rand) => {
    const bp = new Svf(400, 1.4);
    return render(3.7, (t) => {
      bp.set(300 * 2 ** (t * 1.25));
      bp.run(noise(rand));
      return bp.bp * 0.1 * (t / 3.7) ** 2;
    });
  },
  g: (rand) =>
    render(
      0.3,
      (t) =>
        0.45 * Math.sin(TAU * (205 + 40 * Math.exp(-t * 60)) * t) * Math.exp(-t * 17) +
        0.1 * noise(rand) * Math.exp(-t * 160),
    ),
};

/** Kits give their own kick (k), snare (s) and closed hat (h) to the common sounds. */
const kits = {
  rock: {
    k: thud(52, 150, 0.03, 0.13, 0.5, 0.9),
    s: snap(192, 0.06, 2400, 0.6, 0.1, 0.62, 0.8),
    h: metal(3500, 8, 0.03, 0.6, 6500, 0.32),
  },
  ska: {
    k: thud(60, 160, 0.025, 0.1, 0.4, 0.8),
    s: snap(262, 0.055, 2900, 0.6, 0.085, 0.56, 0.72),
    h: metal(3700, 8, 0.028, 0.55, 6500, 0.32),
  },
  jazz: {
    k: thud(62, 110, 0.03, 0.12, 0.2, 0.5),
    s: snap(215, 0.06, 3100, 0.5, 0.09, 0.7, 0.4),
    h: metal(3900, 8, 0.04, 0.5, 6200, 0.26),
  },
  lofi: {
    k: thud(50, 120, 0.035, 0.16, 0.18, 0.9),
    s: snap(180, 0.07, 1700, 0.6, 0.085, 0.6, 0.7),
    h: metal(3300, 7, 0.026, 0.6, 5200, 0.48),
  },
  club: {
    k: thud(48, 210, 0.024, 0.16, 0.45, 0.85),
    s: snap(200, 0.05, 2600, 0.6, 0.11, 0.75, 0.7),
    h: metal(3900, 8, 0.026, 0.65, 7200, 0.55),
    o: metal(3300, 16, 0.13, 0.62, 6000, 0.55),
    p: dust(1450, 1.1, 0.4, clapEnvelope, 0.9),
    e: dust(6800, 1.2, 0.14, (t) => Math.min(1, t / 0.018) * Math.exp(-t / 0.03), 0.55),
  },
};

const cache = new Map();

/** One of three takes of a drum sound, so that repeated hits differ a little. */
export function drum(kit, letter, take) {
  const key = `${kit}${letter}${take}`;
  if (!cache.has(key)) cache.set(key, (kits[kit][letter] ?? common[letter])(rng(hash(key))));
  return cache.get(key);
}

/** Where each sound sits in the stereo picture, -1 to 1. */
export const places = {
  h: 0.28,
  o: 0.28,
  r: -0.32,
  c: -0.25,
  x: 0.12,
  e: 0.45,
  b: -0.4,
  t: -0.35,
  y: 0,
  u: 0.3,
  g: -0.3,
  w: 0.1,
};
