/** Songs of Rosco Tangerine: ska, reggae, punk and rock. Notation: see theory.mjs. */

const SKANK = '..x...x...x...x.';
const WALK = '1---3---5---6---|1---5---3---a---';
const skaDrums = {
  a: { k: 'x.......x.......', s: '....x.......x...', h: 'o.X.o.X.o.X.o.X.' },
  b: { k: 'x.......x.o.....', s: '....x.......x..o', h: 'o.X.o.X.o.X.o.X.', r: 'x...x...x...x...' },
  one: { k: '........x.......', x: '........x.......', h: 'x.o.x.o.x.o.x.oo' },
  fill: { k: 'x.......x.......', s: '....x.xxX...x.x.', t: '..............x.', h: 'o.X.o...........' },
  end: { k: 'x...............', s: 'X...............', c: 'x...............' },
};
const skaBand = (over = {}) => ({
  drums: { kit: 'ska', drums: skaDrums, gain: 0, rev: 0.1 },
  bass: { inst: 'ebass', bass: { a: WALK, b: '1---1---5---5---|1---1---3---a---', end: '1---------------' }, gain: -2.5, rev: 0.02 },
  guitar: { inst: 'skank', chords: { a: SKANK, b: '..x...x...x...xx', end: 'X-----..........' }, range: [57, 74], size: 3, strum: 0.006, gain: -5, pan: -0.45, rev: 0.12, gate: 0.7, fx: [['hp', 220]] },
  organ: { inst: 'organ', chords: { a: '..x...x...x...x.', bub: '.ox..ox..ox..ox.', pad: 'o---------------', end: 'x---------------' }, range: [58, 75], size: 3, gain: -9, pan: 0.4, rev: 0.2, gate: 0.8, fx: [['chorus', 5.6, 0.0006, 0.6]] },
  ...over,
});
const horns = (over = {}) => ({
  trumpet: { inst: 'trumpet', line: true, gain: -2, pan: 0.15, rev: 0.24, dly: 0.05, loose: 0.008 },
  trombone: { inst: 'trombone', line: true, harmony: 3, gain: -5, pan: -0.25, rev: 0.22, loose: 0.012 },
  sax: { inst: 'tenor', line: true, harmony: 7, gain: -6, pan: 0.35, rev: 0.22, loose: 0.012 },
  solo: { inst: 'tenor', line: true, gain: -1, pan: -0.1, rev: 0.24, dly: 0.1, loose: 0.01 },
  ...over,
});
const BRASS = 'trumpet trombone sax';

const meta = { artist: 'Rosco Tangerine', steps: 16 };

const checkerboard = {
  ...meta, file: 'checkerboard-sunday', title: 'Checkerboard Sunday', album: 'Harbour Street Parade', genre: 'Ska', bpm: 140, ceiling: -3.2, swing: 0.54, room: 1.3,
  chords: { I: 'Bb | Eb | F | F7', A: 'Bb | Gm | Eb | F | Bb | Gm | Cm F | Bb', B: 'Eb | F | Dm | Gm | Eb | F | Bb | F7', E: 'Cm F7 | Bb', Z: 'Bb' },
  lines: {
    I: "r:2 bb4:2' r:2 bb4:2' d5:4 f5:4 | r:2 g5:2' r:2 g5:2' f5:2 eb5:6 | r:2 f5:2' r:2 f5:2' eb5:2 c5:6 | r:4 a4:2 c5:2 eb5:2 d5:2 c5:2 a4:2",
    A: 'f4:4 bb4:2 c5:2 d5:6 r:2 | d5:2 c5:2 bb4:4 g4:6 r:2 | g4:4 bb4:2 c5:2 eb5:4 d5:4 | c5:8 r:2 f4:2 a4:2 c5:2 | d5:4 d5:2 eb5:2 f5:6 r:2 | f5:2 eb5:2 d5:4 bb4:6 r:2 | c5:4 eb5:4 d5:2 c5:2 a4:4 | bb4:10 r:6',
    B: "g5:4 g5:2' f5:2 eb5:4 bb4:4 | f5:4 f5:2' eb5:2 c5:6 r:2 | d5:2 f5:2 f5:4 d5:2 f5:6 | g5:6 f5:2 d5:6 r:2 | g5:4 g5:2' f5:2 eb5:4 bb4:4 | a5:4 g5:2 f5:2 c5:4 eb5:4 | d5:6 c5:2 bb4:6 r:2 | r:8 f4:2 a4:2 c5:2 eb5:2",
    S: 'bb3:2 d4:2 f4:6 d4:2 f4:4 | g4:6 f4:2 d4:4 bb3:4 | eb4:2 g4:2 bb4:6 g4:2 eb4:4 | f4:4 c4:2 d4:2 f4:6 r:2 | bb4:4 a4:2 bb4:2 f4:4 d4:4 | d4:2 f4:2 g4:4 bb4:8 | c5:4 bb4:2 g4:2 a4:2 f4:2 eb4:2 c4:2 | bb3:4 d4:4 bb3:6 r:2',
    E: "eb5:4 g5:4 f5:2 eb5:2 c5:4 | bb4:2' r:2 d5:2' r:2 f5:6 r:2",
  },
  tracks: { ...skaBand(), ...horns({ bone: { inst: 'trombone', line: true, gain: -1, pan: -0.15, rev: 0.22, dly: 0.08 } }) },
  form: [
    ['I', `drums bass.b guitar ${BRASS} crash fill`], ['A', 'drums bass guitar organ solo'], ['B', `drums.b bass guitar.b organ ${BRASS} crash fill`],
    ['A', 'drums.one bass guitar organ.bub bone.S fill'], ['B', `drums.b bass guitar.b organ ${BRASS} crash fill`], ['E', `drums bass guitar organ ${BRASS} fill`],
    ['Z', 'drums.end bass.end guitar.end organ.end'],
  ],
};

const ferry = {
  ...meta, file: 'late-for-the-ferry', title: 'Late for the Ferry', album: 'Harbour Street Parade', genre: 'Ska', bpm: 168, room: 1.1,
  chords: { A: 'Dm | Dm | Gm | A7 | Dm | Bb | Gm A7 | Dm', B: 'F | C | Bb | F | F | C | Bb C | A7', C: 'Gm | C | F | Bb | Gm | A7 | Dm | A7', Z: 'Dm', I: 'Dm | Bb | Gm | A7' },
  lines: {
    I: "d5:2' r:2 d5:2' r:2 a4:2 d5:2 f5:4 | d5:2' r:2 d5:2' r:2 bb4:2 d5:2 f5:4 | g5:4 f5:2 e5:2 d5:4 bb4:4 | c#5:4 e5:4 a5:6 r:2",
    A: "a4:2 d5:2 d5:2' e5:2 f5:4 d5:4 | e5:2 f5:2 e5:2 d5:2 a4:6 r:2 | bb4:2 d5:2 g5:2' g5:2 f5:4 d5:4 | e5:4 c#5:4 a4:6 r:2 | a4:2 d5:2 d5:2' e5:2 f5:4 a5:4 | g5:2 f5:2 d5:4 bb4:6 r:2 | g5:4 f5:2 d5:2 c#5:4 e5:4 | d5:10 r:6",
    B: 'c5:4 f5:4 a5:6 g5:2 | g5:4 e5:4 c5:6 r:2 | d5:4 f5:4 bb5:6 a5:2 | a5:4 f5:2 g5:2 a5:6 r:2 | c5:4 f5:4 a5:6 g5:2 | g5:4 e5:4 g5:6 r:2 | f5:4 d5:4 e5:4 g5:4 | a5:4 g5:2 e5:2 c#5:6 r:2',
    C: 'd5:6 bb4:2 d5:4 g5:4 | e5:6 c5:2 g4:6 r:2 | c5:2 f5:2 a5:4 g5:2 f5:2 c5:4 | d5:6 f5:2 bb4:6 r:2 | g4:2 bb4:2 d5:2 g5:2 f5:2 d5:2 bb4:4 | a4:2 c#5:2 e5:2 g5:2 e5:2 c#5:2 a4:4 | d5:4 f5:4 a5:8 | r:4 a4:2 b4:2 c#5:2 e5:2 g5:2 e5:2',
  },
  tracks: { ...skaBand({ keys: { inst: 'organ', line: true, gain: -1, pan: 0.1, rev: 0.2, dly: 0.06, fx: [['chorus', 6.2, 0.0007, 0.7]] } }), ...horns() },
  form: [
    ['I', `drums bass guitar ${BRASS} fill crash`], ['A', 'drums bass guitar.b organ keys fill'], ['B', `drums.b bass guitar organ ${BRASS} crash fill`],
    ['C', 'drums.one bass.b guitar organ.pad solo fill'], ['A', `drums bass guitar organ trumpet trombone`], ['B', `drums.b bass guitar organ ${BRASS} crash fill`], ['Z', 'drums.end bass.end guitar.end organ.end'],
  ],
};

const rain = {
  ...meta, file: 'brass-in-the-rain', title: 'Brass in the Rain', album: 'Harbour Street Parade', genre: 'Ska', bpm: 118, swing: 0.62, room: 1.8,
  chords: { I: 'Cm | Fm | Cm | G7', A: 'Cm | Fm | Cm | G7 | Cm | Fm | Cm G7 | Cm', B: 'Ab | Eb | Fm | G7 | Ab | Eb | Dm7b5 G7 | Cm', Z: 'Cm6' },
  lines: {
    A: 'g4:4 c5:2 eb5:4 d5:2 c5:4 | ab4:4 c5:2 f5:4 eb5:2 c5:4 | g5:6 f5:2 eb5:4 c5:4 | d5:2 eb5:2 d5:2 b4:2 g4:6 r:2 | g4:4 c5:2 eb5:4 d5:2 c5:4 | ab4:4 c5:2 f5:4 g5:2 ab5:4 | g5:4 eb5:4 f5:2 d5:2 b4:4 | c5:10 r:6',
    B: 'c5:4 eb5:4 ab5:6 g5:2 | g5:4 f5:2 eb5:2 bb4:6 r:2 | c5:4 f5:4 ab5:4 f5:4 | g5:2 f5:2 d5:4 b4:6 r:2 | c5:4 eb5:4 ab5:6 bb5:2 | bb5:4 ab5:2 g5:2 eb5:6 r:2 | f5:4 ab5:4 g5:2 f5:2 d5:4 | c5:10 r:6',
    S: 'r:2 c4:2 eb4:2 f4:2 g4:6 eb4:2 | f4:2 ab4:2 c5:6 ab4:2 f4:4 | g4:2 bb4:2 c5:2 bb4:2 g4:2 eb4:2 c4:4 | d4:2 f4:2 g4:2 b4:2 d5:6 r:2 | eb5:6 d5:2 c5:2 g4:2 eb4:4 | f4:2 g4:2 ab4:2 c5:2 eb5:2 d5:2 c5:4 | eb5:4 c5:2 g4:2 f4:2 d4:2 b3:4 | c4:10 r:6',
  },
  tracks: { ...skaBand({ piano: { inst: 'piano', chords: { a: SKANK, end: 'x---------------' }, range: [60, 79], size: 3, gain: -8, pan: 0.3, rev: 0.25 } }), ...horns() },
  form: [
    ['I', 'drums.one bass guitar piano'], ['A', 'drums bass guitar piano trumpet sax', { vel: 0.95 }], ['B', `drums.b bass guitar piano organ.pad ${BRASS} fill`],
    ['A', 'drums.one bass.b guitar organ.bub solo.S fill'], ['B', `drums.b bass guitar piano organ.pad ${BRASS} crash fill`], ['Z', 'drums.end bass.end guitar.end piano.end'],
  ],
};

const tide = {
  ...meta, file: 'slow-tide', title: 'Slow Tide', album: 'Harbour Street Parade', genre: 'Reggae', bpm: 80, ceiling: -4.5, swing: 0.57, swingUnit: 2, room: 2.2, echo: 0.75, feedback: 0.55,
  chords: { I: 'Am7 | Dm7', A: 'Am7 | Dm7 | Am7 | Em7 | Am7 | Dm7 | Am7 | Em7', B: 'F | G | Am | Am | F | G | C | E7', Z: 'Am7 | Am7' },
  lines: {
    A: 'e5:4 d5:2 c5:2 a4:6 r:2 | f5:4 e5:2 d5:2 a4:6 r:2 | e5:2 g5:2 a5:4 g5:2 e5:6 | d5:2 e5:2 d5:2 b4:2 g4:4 r:4 | e5:4 d5:2 c5:2 a4:6 r:2 | f5:2 g5:2 a5:4 f5:2 d5:4 r:2 | g5:4 e5:2 d5:2 c5:4 d5:2 c5:2 | b4:6 a4:2 g4:4 r:4',
    B: 'c5:6 a4:2 c5:4 f5:4 | d5:6 b4:2 d5:4 g5:4 | e5:10 c5:2 e5:2 a5:2 | g5:2 e5:8 r:6 | a5:6 g5:2 f5:4 c5:4 | b4:4 d5:4 g5:6 r:2 | e5:6 d5:2 c5:4 g4:4 | g#4:4 b4:4 e5:6 r:2',
    Z: 'e5:4 d5:2 c5:2 a4:8 | -:8 r:8',
  },
  tracks: {
    drums: { kit: 'ska', gain: -1, rev: 0.14, dly: 0.03, drums: {
      a: { k: '........x.......', x: '........x.......', h: 'x.o.x.o.x.o.x.oo', g: '..............o.|......o.......oo' }, b: { k: 'x...x...x...x...', s: '........x.......', h: 'x.oox.oox.oox.oo' },
      fill: { k: '........x.......', s: '......x.x..xx.x.', y: '..........x.....', t: '............x...' }, end: { k: 'x...............', x: 'x...............' } } },
    bass: { inst: 'ebass', bass: { a: '1--.1.5.8--.5.3.|1--.1.3.5--.1.a.', b: '1--.1.1.5--.5.5.', end: '1---------------' }, gain: 0, rev: 0, fx: [['lp', 900]] },
    guitar: { inst: 'skank', chords: { a: '....x.......x...', b: '....x.......x.u.' }, range: [57, 74], size: 3, strum: 0.005, gain: -5, pan: -0.4, rev: 0.15, dly: 0.12, gate: 0.8, fx: [['hp', 250]] },
    organ: { inst: 'bubble', chords: { a: '..o...o...o...o.', b: '.oxo.oxo.oxo.oxo', end: 'o---------------' }, range: [57, 74], size: 3, gain: -8, pan: 0.35, rev: 0.2, gate: 0.7, fx: [['chorus', 5.4, 0.0006, 0.6]] },
    melodica: { inst: 'melodica', line: true, gain: -1, pan: 0.08, rev: 0.22, dly: 0.28 },
    oohs: { inst: 'oohs', chords: { a: 'o---------------' }, range: [60, 77], size: 3, gain: -10, rev: 0.4 },
  },
  form: [['I', 'drums bass guitar'], ['A', 'drums bass guitar organ melodica'], ['B', 'drums.b bass.b guitar.b organ.b oohs melodica fill'], ['A', 'drums bass guitar organ.b melodica oohs fill', { vel: 0.95 }], ['Z', 'drums bass guitar organ melodica']],
  fadeOut: 5,
};

const rockKit = {
  a: { k: 'x.....x.x.......', s: '....X.......X...', h: 'x.x.x.x.x.x.x.x.' }, b: { k: 'x.....x.x.x.....', s: '....X.......X...', o: 'x...x...x...x...' },
  punk: { k: 'x.....x.x.x...x.', s: '....X.......X...', h: 'x.x.x.x.x.x.x.x.' }, toms: { k: 'x...x...x...x...', t: 'x.xxx.x.x.xxx.x.', s: '............x...' },
  fill: { k: 'x.......x.......', s: '....X.x.XxX.....', u: '..........xx....', y: '............xx..', t: '..............xx' }, end: { k: 'x...............', s: 'X...............', c: 'X...............' },
};
const umbrella = {
  ...meta, file: 'broken-umbrella', title: 'Broken Umbrella', album: 'Amber Engine', genre: 'Punk', bpm: 176, room: 0.9,
  chords: { I: 'G | D | Em | C', A: 'G | D | Em | C | G | D | Em | C', B: 'C | G | D | D | C | G | Am D | G', C: 'Em | C | G | D | Em | C | D | D', Z: 'G' },
  lines: {
    A: 'b4:4 d5:4 b4:2 a4:2 g4:4 | a4:6 f#4:2 a4:4 d5:4 | e5:4 d5:2 b4:2 g4:4 b4:4 | c5:4 b4:2 a4:2 g4:6 r:2 | b4:4 d5:4 g5:2 f#5:2 d5:4 | e5:4 d5:2 a4:2 f#4:4 a4:4 | b4:2 e5:2 g5:4 f#5:2 e5:2 d5:4 | e5:6 d5:2 c5:6 r:2',
    B: 'g5:4 e5:4 g5:4 e5:4 | d5:8 b4:4 d5:4 | f#5:6 e5:2 d5:4 a4:4 | a4:4 d5:4 e5:4 f#5:4 | g5:4 e5:4 g5:4 a5:4 | b5:6 a5:2 g5:4 d5:4 | e5:4 c5:4 d5:4 f#5:4 | g5:12 r:4',
    C: 'b4:12 g4:4 | c5:8 e5:8 | d5:12 b4:4 | a4:12 r:4 | b4:8 e5:8 | g5:8 e5:8 | d5:8 e5:8 | f#5:14 r:2',
  },
  tracks: {
    drums: { kit: 'rock', drums: rockKit, gain: 0.5, rev: 0.1 },
    bass: { inst: 'pickbass', bass: { a: '1-1-1-1-1-1-1-1-', b: '1---------------', end: '1---------------' }, gain: -2.5, rev: 0, fx: [['warm', 1.6]] },
    crunch: { inst: 'chug', chords: { a: 'x-x-x-x-x-x-x-x-', b: 'X-------x-------', m: 'x.x.x.x.x.x.x.x.', end: 'X---------------' }, power: 40, gain: -3, pan: -0.6, double: true, rev: 0.08, fx: [['amp', 6, 3900]] },
    lead: { inst: 'chug', line: true, gain: -2.5, pan: 0.1, rev: 0.16, dly: 0.08, fx: [['amp', 4, 3600]] },
    gang: { inst: 'aahs', chords: { a: 'x---------------' }, range: [62, 79], size: 3, gain: -9, rev: 0.3 },
  },
  form: [['I', 'drums.toms bass crunch.m fill'], ['A', 'drums.punk bass crunch lead crash'], ['B', 'drums.b bass crunch gang lead crash fill'], ['A', 'drums.punk bass crunch lead crash fill'], ['C', 'drums.toms bass.b crunch.b lead gang fill', { vel: 0.85 }], ['B', 'drums.b bass crunch gang lead crash'], ['B', 'drums.b bass crunch gang lead crash fill'], ['Z', 'drums.end bass.end crunch.end']],
};

const engine = {
  ...meta, file: 'amber-engine', title: 'Amber Engine', album: 'Amber Engine', genre: 'Rock', bpm: 114, room: 1.4,
  chords: { A: 'A | A | G | D | A | A | G | D', B: 'D | A | Bm | G | D | A | G | E', I: 'A | A | G | D', Z: 'A' },
  lines: {
    A: 'e5:6 d5:2 c#5:4 a4:4 | r:4 a4:2 b4:2 c#5:4 e5:4 | d5:6 b4:2 g4:4 b4:4 | a4:12 r:4 | e5:6 d5:2 c#5:4 e5:4 | a5:6 g5:2 e5:6 r:2 | g5:4 d5:4 b4:4 d5:4 | f#5:6 e5:2 d5:6 r:2',
    B: 'f#5:8 a5:4 f#5:4 | e5:8 c#5:4 e5:4 | d5:6 e5:2 f#5:4 b4:4 | b4:4 d5:4 g5:6 r:2 | f#5:8 a5:4 f#5:4 | e5:6 f#5:2 a5:8 | b5:4 a5:4 g5:4 d5:4 | e5:8 g#4:4 b4:4',
  },
  tracks: {
    drums: { kit: 'rock', drums: rockKit, gain: 0.5, rev: 0.13 },
    bass: { inst: 'pickbass', bass: { a: '1-.1..1-1-.1..8-', b: '1-1-1-1-1-1-1-1-', end: '1---------------' }, gain: -2.5, rev: 0, fx: [['warm', 1.4]] },
    riff: { inst: 'chug', chords: { a: 'X-.x..x-X-.x..x-', b: 'X---------x-----', end: 'X---------------' }, power: 45, gain: -3.5, pan: -0.6, double: true, rev: 0.1, fx: [['amp', 4, 3900]] },
    organ: { inst: 'organ', chords: { a: 'x---------------', end: 'x---------------' }, range: [57, 76], size: 4, gain: -8, pan: 0.25, rev: 0.25, fx: [['chorus', 0.9, 0.0016, 0.6]] },
    lead: { inst: 'chug', line: true, gain: -2, pan: 0.08, rev: 0.2, dly: 0.14, fx: [['amp', 3, 3400]] },
    aahs: { inst: 'aahs', chords: { a: 'o---------------' }, range: [62, 79], size: 3, gain: -10, rev: 0.35 },
  },
  form: [['I', 'riff drums.toms bass fill'], ['A', 'drums bass riff lead crash'], ['B', 'drums.b bass.b riff.b organ lead aahs crash fill'], ['A', 'drums bass riff organ lead crash fill'], ['B', 'drums.b bass.b riff.b organ lead aahs crash fill'], ['Z', 'drums.end bass.end riff.end organ.end']],
};

export const rosco = [checkerboard, ferry, rain, tide, umbrella, engine];
