/** Turns a written song (chords, lines, patterns, form) into a stereo recording. */

import { SR, rng, hash, db } from "./dsp.mjs";
import { parseChords, parseLine, parsePattern, voice, under } from "./theory.mjs";
import { instruments } from "./instruments.mjs";
import { drum, places } from "./drums.mjs";
import { effects, duck, echo, reverb, loudness, master } from "./mix.mjs";

const ACCENT = { X: 1, x: 0.8, o: 0.45 };

/** Lays the form out: each part has its first bar, chords, and which tracks play which variant. */
function layout(song) {
  let bar = 0;
  return song.form.map(([section, list, options = {}]) => {
    const shift = options.shift ?? 0;
    const moved = (c) => ({ ...c, root: (c.root + shift) % 12, bass: (c.bass + shift) % 12 });
    const chords = parseChords(song.chords[section], song.steps).map((b) =>
      b.map((c) => ({ ...c, chord: moved(c.chord) })),
    );
    const tracks = new Map(list.split(/\s+/).map((token) => token.split(".")));
    const part = { section, bar, chords, tracks, shift, level: options.vel ?? 1 };
    for (const [name] of tracks)
      if (!song.tracks[name] && !["fill", "crash"].includes(name)) throw new Error(`${song.file}: no track "${name}"`);
    bar += chords.length;
    return part;
  });
}

/** Seconds of a step, with swing: the second half of every `unit` steps is late. */
function clock(song) {
  const beat = song.beat ?? 4;
  const step = 60 / song.bpm / beat;
  const unit = song.swingUnit ?? beat;
  const ratio = song.swing ?? 0.5;
  return (at) => {
    const base = Math.floor(at / unit) * unit;
    const p = at - base;
    const half = unit / 2;
    return step * (base + (p < half ? p * 2 * ratio : unit * ratio + (p - half) * 2 * (1 - ratio)));
  };
}

/** Cuts a hit at the chord changes it is held over, and says which chord each piece has. */
function spread(hit, changes) {
  const pieces = [];
  for (const change of changes) {
    const from = Math.max(hit.at, change.at);
    const to = Math.min(hit.at + hit.len, change.at + change.len);
    if (to > from) pieces.push({ ...hit, at: from, len: to - from, chord: change.chord });
  }
  return pieces;
}

function bassNote(char, chord, next, lo) {
  const place = (pc) => lo + ((((pc - lo) % 12) + 12) % 12);
  const root = place(chord.bass);
  const tone = (i, other) => (chord.bass === chord.root && chord.tones[i] !== undefined ? chord.tones[i] % 12 : other);
  if (char === "a") {
    const target = place(next.bass);
    return target + (Math.abs(target - 1 - root) < Math.abs(target + 1 - root) || target - 1 === root ? 1 : -1);
  }
  const steps = {
    1: 0,
    x: 0,
    2: 2,
    3: tone(1, 4),
    4: 5,
    5: tone(2, 7),
    6: 9,
    7: tone(3, 10),
    8: 12,
    q: -5,
  };
  if (steps[char] === undefined) throw new Error(`Bad bass sign "${char}"`);
  return root + steps[char] < 26 ? root + steps[char] + 12 : root + steps[char];
}

function chordNotes(char, voicing, chord, track) {
  if (char === "b") {
    const lo = track.low ?? track.range[0] - 14;
    return [lo + ((((chord.bass - lo) % 12) + 12) % 12)];
  }
  if (/\d/.test(char)) return [voicing[Number(char) % voicing.length] + 12 * Math.floor(Number(char) / voicing.length)];
  if (char === "u") return voicing.slice(-3).reverse();
  return voicing;
}

/** All notes of one pitched track as { at, len (steps), note, vel, lag (seconds) }. */
function compose(song, track, name, parts) {
  const notes = [];
  let last = null;
  parts.forEach((part, index) => {
    if (!part.tracks.has(name)) return;
    const variant = part.tracks.get(name);
    const start = part.bar * song.steps;
    if (track.line) {
      for (const n of parseLine(song.lines[variant ?? part.section], song.steps)) {
        const changes = part.chords[Math.floor(n.at / song.steps) % part.chords.length];
        const chord = changes.findLast((c) => c.at <= n.at % song.steps).chord;
        const strong = n.at % (song.beat ?? 4) === 0 ? 0.06 : 0;
        const arch = 0.08 * Math.sin((Math.PI * (n.at % (song.steps * 4))) / (song.steps * 4));
        const top = n.note + part.shift;
        const note = (track.harmony ? under(top, chord, track.harmony) : top) + (track.octave ?? 0) * 12;
        notes.push({
          at: start + n.at,
          len: n.short ? n.len * 0.5 : n.len * 0.96,
          note,
          vel: (0.74 + strong + arch) * part.level,
          lag: 0,
        });
      }
      return;
    }
    const kind = track.bass ? "bass" : "chords";
    const pattern = track[kind][variant ?? "a"];
    if (!pattern) throw new Error(`${song.file}: track "${name}" has no "${variant}"`);
    const bars = pattern.split("|");
    part.chords.forEach((changes, bar) => {
      const following =
        part.chords[bar + 1]?.[0].chord ?? parts[index + 1]?.chords[0][0].chord ?? part.chords[0][0].chord;
      for (const hit of parsePattern(bars[bar % bars.length].trim()).flatMap((h) => spread(h, changes))) {
        const at = start + bar * song.steps + hit.at;
        const later = changes.find((c) => c.at > hit.at)?.chord ?? following;
        if (kind === "bass") {
          const len = /[a-z]/.test(hit.char) && hit.char === "x" ? hit.len * 0.5 : hit.len * (track.gate ?? 0.94);
          notes.push({
            at,
            len,
            note: bassNote(hit.char, hit.chord, later, track.low ?? 28),
            vel: 0.8 * part.level,
            lag: 0,
          });
          continue;
        }
        if (track.power) {
          const root = track.power + ((((hit.chord.bass - track.power) % 12) + 12) % 12);
          last = [root, root + 7, root + 12];
        } else last = voice(hit.chord, last, track.range, track.size ?? 4);
        const chosen = chordNotes(hit.char, last, hit.chord, track);
        const vel = (ACCENT[hit.char] ?? 0.68) * part.level;
        chosen.forEach((note, i) =>
          notes.push({
            at,
            len: hit.len * (track.gate ?? 0.95),
            note,
            vel: vel * (1 - i * 0.03),
            lag: i * (track.strum ?? 0.002),
          }),
        );
      }
    });
  });
  return notes;
}

/** All drum hits as { at, letter, vel }. */
function beat(song, track, name, parts) {
  const hits = [];
  for (const part of parts) {
    if (part.tracks.has("crash")) hits.push({ at: part.bar * song.steps, letter: "c", vel: 0.8 });
    if (!part.tracks.has(name)) continue;
    const groove = track.drums[part.tracks.get(name) ?? "a"];
    if (!groove) throw new Error(`${song.file}: track "${name}" has no "${part.tracks.get(name)}"`);
    part.chords.forEach((_, bar) => {
      const fill = part.tracks.has("fill") && bar === part.chords.length - 1;
      for (const [letter, pattern] of Object.entries((fill && track.drums.fill) || groove)) {
        const bars = pattern.split("|");
        for (const hit of parsePattern(bars[bar % bars.length].trim()))
          hits.push({
            at: (part.bar + bar) * song.steps + hit.at,
            letter,
            vel: ACCENT[hit.char] * part.level,
          });
      }
    });
  }
  return hits;
}

function add(bus, [left, right], time, gain, pan) {
  const from = Math.max(0, Math.round(time * SR));
  const angle = ((pan + 1) * Math.PI) / 4;
  const l = gain * Math.cos(angle) * Math.SQRT2;
  const r = gain * Math.sin(angle) * Math.SQRT2;
  const count = Math.min(left.length, bus[0].length - from);
  for (let i = 0; i < count; i++) {
    bus[0][from + i] += left[i] * l;
    bus[1][from + i] += right[i] * r;
  }
}

/**
 * Renders the whole song; the result is [left, right] at 44.1 kHz. The `gain` of a track is its
 * loudness against the others in dB, so that a balance holds whatever the instrument.
 */
export function record(song) {
  const parts = layout(song);
  const time = clock(song);
  const end = time((parts.at(-1).bar + parts.at(-1).chords.length) * song.steps);
  const length = Math.ceil((end + (song.tail ?? 2.5)) * SR);
  const stereo = () => [new Float32Array(length), new Float32Array(length)];
  const [mix, room, delay] = [stereo(), stereo(), stereo()];
  const barTime = (bar) => time(bar * song.steps);
  const drummer = Object.entries(song.tracks).find(([, t]) => t.drums);
  const kicks = drummer
    ? beat(song, drummer[1], drummer[0], parts)
        .filter((h) => h.letter === "k")
        .map((h) => time(h.at))
        .sort((a, b) => a - b)
    : [];

  for (const [name, track] of Object.entries(song.tracks)) {
    const rand = rng(hash(song.file + name));
    const loose = (track.loose ?? 0.005) * 2;
    const bus = stereo();
    if (track.drums) {
      for (const hit of beat(song, track, name, parts)) {
        const sound = drum(track.kit, hit.letter, Math.floor(rand() * 3));
        const late = (rand() - 0.5) * loose * (hit.letter === "k" ? 0.5 : 1);
        add(
          bus,
          [sound, sound],
          time(hit.at) + late,
          hit.vel * (0.92 + rand() * 0.16),
          (places[hit.letter] ?? 0) * 0.8,
        );
      }
    } else {
      for (const n of compose(song, track, name, parts)) {
        const from = time(n.at);
        const dur = Math.max(0.03, time(n.at + n.len) - from);
        const vel = Math.min(1, n.vel * (0.95 + rand() * 0.1));
        const sound = instruments[track.inst]({ note: n.note, dur, vel, rand });
        add(bus, sound, from + n.lag + (track.late ?? 0) + (rand() - 0.5) * loose, 1, track.pan ?? 0);
        if (track.double)
          add(
            bus,
            instruments[track.inst]({ note: n.note, dur, vel, rand }),
            from + n.lag + 0.011 + rand() * 0.008,
            0.9,
            -(track.pan ?? 0),
          );
      }
    }
    for (const [effect, ...values] of track.fx ?? []) {
      if (effect === "sweep")
        effects.sweep(
          bus,
          values[0].map(([bar, f]) => [barTime(bar), f]),
        );
      else effects[effect](bus, ...values);
    }
    if (track.duck) duck(bus, kicks, track.duck);
    const gain = db((track.gain ?? 0) - 20 - loudness(bus));
    for (let s = 0; s < 2; s++)
      for (let i = 0; i < length; i++) {
        const x = bus[s][i] * gain;
        mix[s][i] += x;
        room[s][i] += x * (track.rev ?? 0.15);
        delay[s][i] += x * (track.dly ?? 0);
      }
  }
  echo(delay, (60 / song.bpm) * (song.echo ?? 0.75), song.feedback);
  for (let s = 0; s < 2; s++) for (let i = 0; i < length; i++) room[s][i] += delay[s][i] * 0.25;
  reverb(room, song.room ?? 1.6, song.damp);
  for (let s = 0; s < 2; s++) for (let i = 0; i < length; i++) mix[s][i] += delay[s][i] + room[s][i];
  master(mix, { fadeOut: song.fadeOut, fadeIn: song.fadeIn, air: song.air, ceiling: song.ceiling });
  return mix;
}
