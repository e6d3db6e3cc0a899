/** Effects, reverb, loudness, limiter and WAV output for stereo buffers [left, right]. */

import { SR, Svf, clamp, db, drive, filter } from "./dsp.mjs";

const TAU = Math.PI * 2;

/** Effects which a track may list as [name, ...values]. */
export const effects = {
  lp: (bus, cutoff, q) => bus.forEach((b) => filter(b, "lp", cutoff, q)),
  hp: (bus, cutoff, q) => bus.forEach((b) => filter(b, "hp", cutoff, q)),
  peak: (bus, cutoff, q, gain) => bus.forEach((b) => filter(b, "peak", cutoff, q, gain)),
  /** Amplifier: drive, then a speaker cabinet. */
  amp: (bus, amount, tone = 4200) =>
    bus.forEach((b) => {
      filter(b, "hp", 90);
      filter(b, "peak", 750, 0.8, 4);
      drive(b, amount);
      filter(filter(b, "hp", 85), "lp", tone, 0.75);
      filter(filter(b, "lp", tone * 1.3, 0.7), "peak", 2300, 1.2, 3);
      for (let i = 0; i < b.length; i++) b[i] *= 0.3;
    }),
  warm: (bus, amount) =>
    bus.forEach((b) => {
      drive(b, amount, 0.05);
      for (let i = 0; i < b.length; i++) b[i] /= amount;
    }),
  tremolo: (bus, rate, depth, spread = 0) =>
    bus.forEach((b, side) => {
      for (let i = 0; i < b.length; i++)
        b[i] *= 1 - depth * (0.5 + 0.5 * Math.sin((TAU * rate * i) / SR + side * spread * Math.PI));
    }),
  /** Chorus; with a fast rate it sounds like a rotating speaker. */
  chorus: (bus, rate = 0.6, depth = 0.003, mix = 0.5) =>
    bus.forEach((b, side) => {
      const line = new Float32Array(4096);
      for (let i = 0; i < b.length; i++) {
        line[i & 4095] = b[i];
        const delay = SR * (0.009 + depth * Math.sin((TAU * rate * i) / SR + side * 1.9));
        const whole = Math.floor(delay);
        const wet = line[(i - whole) & 4095] * (1 - delay + whole) + line[(i - whole - 1) & 4095] * (delay - whole);
        b[i] = b[i] * (1 - mix * 0.4) + wet * mix;
      }
    }),
  /** Low-pass whose cutoff follows [second, hertz] points. */
  sweep: (bus, points) =>
    bus.forEach((b) => {
      const f = new Svf(points[0][1], 0.9);
      let at = 0;
      for (let i = 0; i < b.length; i++) {
        if (i % 64 === 0) {
          const t = i / SR;
          while (at < points.length - 2 && t >= points[at + 1][0]) at++;
          const [[t0, f0], [t1, f1]] = [points[at], points[at + 1]];
          f.set(f0 * (f1 / f0) ** clamp((t - t0) / (t1 - t0), 0, 1));
        }
        b[i] = f.run(b[i]);
      }
    }),
};

/** Lowers a bus at each time in `hits` and lets it come back, as a side-chain compressor does. */
export function duck(bus, hits, depth, recover = 0.22) {
  const end = bus[0].length;
  hits.forEach((time, n) => {
    const from = Math.round(time * SR);
    const to = Math.min(end, Math.round(Math.min(hits[n + 1] ?? 1e9, time + recover * 3) * SR));
    for (let i = from; i < to; i++) {
      const t = (i - from) / SR;
      const gain = 1 - depth * Math.exp(-((t / recover) ** 2) * 2) * Math.min(1, t / 0.006);
      bus[0][i] *= gain;
      bus[1][i] *= gain;
    }
  });
}

/** Ping-pong echo of a send bus, each repeat darker than the last. */
export function echo([left, right], seconds, feedback = 0.42) {
  const n = Math.round(seconds * SR);
  const lines = [new Float32Array(n), new Float32Array(n)];
  const tone = [new Svf(2600), new Svf(2600)];
  const cut = [new Svf(250), new Svf(250)];
  for (let i = 0; i < left.length; i++) {
    const p = i % n;
    const [a, b] = [lines[0][p], lines[1][p]];
    cut[0].run((left[i] + right[i]) * 0.6 + b * feedback);
    cut[1].run(a * 0.92);
    lines[0][p] = tone[0].run(cut[0].hp);
    lines[1][p] = tone[1].run(cut[1].hp);
    left[i] = a;
    right[i] = b;
  }
}

/** Room: diffusion and an eight-line feedback delay network with soft damping. */
export function reverb([left, right], seconds = 1.6, damp = 4200) {
  const times = [1123, 1327, 1559, 1783, 2003, 2243, 2477, 2719].map((x) => Math.round(x * (0.75 + seconds * 0.25)));
  const lines = times.map((n) => new Float32Array(n));
  const gains = times.map((n) => 10 ** ((-3 * n) / (seconds * SR)));
  const k = 1 - Math.exp((-TAU * damp) / SR);
  const low = new Float32Array(8);
  const taps = new Float32Array(8);
  const diffuse = [
    [142, 379],
    [107, 277],
  ].map((pair) => pair.map((n) => new Float32Array(n)));
  const pre = [new Float32Array(820), new Float32Array(820)];
  const rumble = [new Svf(180), new Svf(180)];
  const pass = (line, i, x) => {
    const p = i % line.length;
    const y = line[p] - 0.62 * x;
    line[p] = x + 0.62 * y;
    return y;
  };
  for (let i = 0; i < left.length; i++) {
    const input = [left[i], right[i]].map((x, s) => {
      rumble[s].run(x);
      const p = i % 820;
      const late = pre[s][p];
      pre[s][p] = rumble[s].hp;
      return pass(diffuse[s][1], i, pass(diffuse[s][0], i, late));
    });
    let sum = 0;
    for (let j = 0; j < 8; j++) {
      low[j] += k * (lines[j][i % times[j]] - low[j]);
      taps[j] = low[j] * gains[j];
      sum += taps[j];
    }
    for (let j = 0; j < 8; j++) lines[j][i % times[j]] = taps[(j + 1) & 7] - sum * 0.25 + input[j & 1] * 0.5;
    left[i] = taps[0] - taps[2] + taps[4] - taps[6];
    right[i] = taps[1] - taps[3] + taps[5] - taps[7];
  }
}

/** Integrated loudness in LUFS after ITU-R BS.1770, with both gates. */
export function loudness(bus) {
  const hop = Math.round(SR * 0.1);
  const count = Math.floor(bus[0].length / hop);
  const power = new Float64Array(count);
  for (const b of bus) {
    const hp = new Svf(38, 0.5);
    const shelf = new Svf(1500, 0.7);
    for (let i = 0; i < count * hop; i++) {
      hp.run(b[i]);
      const lp = shelf.run(hp.hp);
      const y = lp + 1.26 * shelf.bp + 1.585 * shelf.hp;
      power[Math.floor(i / hop)] += (y * y) / hop;
    }
  }
  const blocks = [];
  for (let i = 0; i + 4 <= count; i++) blocks.push((power[i] + power[i + 1] + power[i + 2] + power[i + 3]) / 4);
  const lufs = (list) => -0.691 + 10 * Math.log10(list.reduce((a, b) => a + b, 0) / Math.max(1, list.length) + 1e-12);
  const heard = blocks.filter((p) => lufs([p]) > -70);
  const gate = lufs(heard) - 10;
  return lufs(heard.filter((p) => lufs([p]) > gate));
}

/** Raises the difference of left and right, which makes the picture wider. */
function widen([left, right], amount) {
  for (let i = 0; i < left.length; i++) {
    const mid = (left[i] + right[i]) / 2;
    const side = ((left[i] - right[i]) / 2) * amount;
    left[i] = mid + side;
    right[i] = mid - side;
  }
}

/** Brings a mix to the wanted loudness, glues it gently, limits the peaks and fades both ends. */
export function master(bus, { target = -16, ceiling = -1.9, fadeIn = 0.01, fadeOut = 2.5, air = 0 } = {}) {
  bus.forEach((b) => filter(b, "hp", 28));
  if (air) bus.forEach((b) => filter(b, "peak", 5500, 0.45, air));
  widen(bus, 1.35);
  const gainTo = () => {
    const gain = db(target - loudness(bus));
    bus.forEach((b) => b.forEach((x, i) => (b[i] = x * gain)));
  };
  gainTo();
  let level = 0;
  for (let i = 0; i < bus[0].length; i++) {
    const x = bus[0][i] ** 2 + bus[1][i] ** 2;
    level += (x > level ? 0.0006 : 0.00012) * (x - level);
    const over = 10 * Math.log10(level + 1e-9) + 15;
    const gain = over > 0 ? db(-over * 0.38) : 1;
    bus[0][i] *= gain;
    bus[1][i] *= gain;
  }
  for (let pass = 0; pass < 2; pass++) {
    gainTo();
    limit(bus, db(ceiling));
  }
  const length = bus[0].length;
  for (const b of bus)
    for (let i = 0; i < length; i++) {
      const out = clamp((length - i) / (fadeOut * SR), 0, 1);
      b[i] *= Math.min(1, i / (fadeIn * SR)) * out * out * (3 - 2 * out);
    }
}

/** Look-ahead limiter: no sample (nor the midpoint between two) goes over the ceiling. */
function limit([left, right], ceiling) {
  const ahead = 220;
  const n = left.length;
  const need = new Float32Array(n + ahead).fill(1);
  for (let i = 0; i < n; i++) {
    let peak = 0;
    for (const b of [left, right]) {
      const mid = i > 0 && i < n - 2 ? 0.5625 * (b[i] + b[i + 1]) - 0.0625 * (b[i - 1] + b[i + 2]) : 0;
      peak = Math.max(peak, Math.abs(b[i]), Math.abs(mid));
    }
    if (peak > ceiling) need[i] = ceiling / peak;
  }
  let gain = 1;
  const smooth = new Float32Array(n);
  for (let i = n - 1; i >= 0; i--) smooth[i] = gain = Math.min(need[i], gain + (1 - gain) * 0.02);
  gain = 1;
  for (let i = 0; i < n; i++) {
    gain = Math.min(smooth[i], gain + (1 - gain) * 0.0003);
    left[i] *= gain;
    right[i] *= gain;
  }
}

/** 16-bit stereo WAV file with triangular dither. */
export function wav([left, right], rand) {
  const file = Buffer.alloc(44 + left.length * 4);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + left.length * 4, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(SR, 24);
  file.writeUInt32LE(SR * 4, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(left.length * 4, 40);
  for (let i = 0; i < left.length; i++) {
    file.writeInt16LE(clamp(Math.round(left[i] * 32767 + rand() - rand()), -32768, 32767), 44 + i * 4);
    file.writeInt16LE(clamp(Math.round(right[i] * 32767 + rand() - rand()), -32768, 32767), 46 + i * 4);
  }
  return file;
}
