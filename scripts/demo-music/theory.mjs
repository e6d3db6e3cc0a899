/** Note names, chord symbols, voice leading, and the text notation used by the songs. */

const LETTERS = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };
const QUALITIES = {
  "": [0, 4, 7],
  m: [0, 3, 7],
  5: [0, 7],
  6: [0, 4, 7, 9],
  m6: [0, 3, 7, 9],
  7: [0, 4, 7, 10],
  m7: [0, 3, 7, 10],
  maj7: [0, 4, 7, 11],
  9: [0, 4, 7, 10, 14],
  m9: [0, 3, 7, 10, 14],
  maj9: [0, 4, 7, 11, 14],
  13: [0, 4, 10, 14, 21],
  "7b9": [0, 4, 7, 10, 13],
  add9: [0, 4, 7, 14],
  madd9: [0, 3, 7, 14],
  sus4: [0, 5, 7],
  sus2: [0, 2, 7],
  "7sus4": [0, 5, 7, 10],
  "9sus4": [0, 5, 10, 14],
  dim: [0, 3, 6],
  dim7: [0, 3, 6, 9],
  m7b5: [0, 3, 6, 10],
  aug: [0, 4, 8],
  m11: [0, 3, 10, 14, 17],
};

function pitchClass(letter, accidental) {
  return (LETTERS[letter.toLowerCase()] + (accidental === "#" ? 1 : accidental === "b" ? -1 : 0) + 12) % 12;
}

/** 'c#5' -> 73. */
export function midi(name) {
  const m = /^([a-g])([#b]?)(-?\d)$/.exec(name);
  if (!m) throw new Error(`Bad note "${name}"`);
  const shift = m[2] === "#" ? 1 : m[2] === "b" ? -1 : 0;
  return LETTERS[m[1]] + shift + 12 * (Number(m[3]) + 1);
}

/** 'Am7/G' -> { root, bass, tones } with pitch classes and intervals. */
export function chord(symbol) {
  const m = /^([A-G])([#b]?)([^/]*)(?:\/([A-G])([#b]?))?$/.exec(symbol);
  if (!m || !QUALITIES[m[3]]) throw new Error(`Bad chord "${symbol}"`);
  const root = pitchClass(m[1], m[2]);
  return { symbol, root, bass: m[4] ? pitchClass(m[4], m[5]) : root, tones: QUALITIES[m[3]] };
}

/** 'C | Am F' -> bars, each a list of { at, len, chord } in steps; '%' repeats the last bar. */
export function parseChords(text, steps) {
  const bars = [];
  for (const part of text.split("|")) {
    const names = part.trim().split(/\s+/);
    if (names[0] === "%") {
      bars.push(bars.at(-1));
      continue;
    }
    const len = steps / names.length;
    bars.push(names.map((n, i) => ({ at: i * len, len, chord: chord(n) })));
  }
  return bars;
}

/** "e5:4 r:4 | g5:2' -:6" -> list of { at, len, note, short } in steps; 'r' rests, '-' ties, ' is staccato. */
export function parseLine(text, steps) {
  const notes = [];
  text.split("|").forEach((bar, index) => {
    let at = 0;
    for (const token of bar.trim().split(/\s+/).filter(Boolean)) {
      const [name, length] = token.split(":");
      const len = Number(length.replace("'", ""));
      if (name === "-") notes.at(-1).len += len;
      else if (name !== "r") notes.push({ at: index * steps + at, len, note: midi(name), short: length.endsWith("'") });
      at += len;
    }
    if (Math.abs(at - steps) > 1e-6 && at !== 0)
      throw new Error(`Bar ${index + 1} has ${at} steps of ${steps}: ${bar}`);
  });
  return notes;
}

/** 'x--.X' -> hits { at, len, char }; '-' holds the hit before it. */
export function parsePattern(bar) {
  const hits = [];
  [...bar].forEach((char, at) => {
    if (char === "-") {
      if (hits.length) hits.at(-1).len++;
    } else if (char !== ".") hits.push({ at, len: 1, char });
  });
  return hits;
}

/**
 * Chooses the voicing of a chord inside [lo, hi] which moves least from the one before.
 * `size` notes at most; the root is left to the bass when the chord is rich.
 */
export function voice(ch, previous, [lo, hi], size = 4) {
  let tones = ch.tones.map((t) => (ch.root + t) % 12);
  if (tones.length > size) tones = tones.filter((_, i) => i !== 0);
  if (tones.length > size) tones = tones.filter((_, i) => i !== 1 || tones.length <= size);
  const centre = previous ? previous.reduce((a, b) => a + b, 0) / previous.length : (lo + hi) / 2;
  let best = null;
  let bestCost = Infinity;
  for (let start = lo; start < lo + 12; start++) {
    if (!tones.includes(start % 12)) continue;
    for (const spread of [0, 1]) {
      const notes = [start];
      const rest = tones.filter((t) => t !== start % 12);
      const up = rest.map((t) => start + ((t - (start % 12) + 12) % 12)).sort((a, b) => a - b);
      if (spread && up.length > 1) up.push(up.shift() + 12);
      notes.push(...up);
      if (notes.length < Math.min(size, 3) || (ch.tones.length === 3 && size > 3)) notes.push(start + 12);
      if (notes.at(-1) > hi) continue;
      const mean = notes.reduce((a, b) => a + b, 0) / notes.length;
      let cost = Math.abs(mean - (lo + hi) / 2) * 0.6 + Math.abs(mean - centre) + spread * 1.5;
      if (previous) notes.forEach((n) => (cost += Math.min(...previous.map((p) => Math.abs(p - n))) * 1.2));
      for (let i = 1; i < notes.length; i++) if (notes[i] - notes[i - 1] === 1) cost += i === notes.length - 1 ? 6 : 2;
      if (cost < bestCost) [best, bestCost] = [notes, cost];
    }
  }
  if (!best) throw new Error(`No voicing of ${ch.symbol} in ${lo}-${hi}`);
  return best;
}

/** Nearest chord tone at least three semitones under a melody note: a second voice for horns. */
export function under(note, ch, gap = 3) {
  const set = new Set(ch.tones.map((t) => (ch.root + t) % 12));
  for (let n = note - gap; n > note - 13; n--) if (set.has(((n % 12) + 12) % 12)) return n;
  return note - 12;
}
