/** Songs of Odalie Wrenfield: folk, country, jazz, oldies and indie rock. Notation: see theory.mjs. */

const meta = { artist: 'Odalie Wrenfield', steps: 16 };

const orchard = {
  ...meta, file: 'paper-orchard', title: 'Paper Orchard', album: 'Paper Orchard', genre: 'Folk', bpm: 116, steps: 12, room: 2, tail: 3.5,
  chords: {
    I: 'G | Em | Cadd9 | D', A: 'G | Em | C | G/B | Am | C | Dsus4 | D | G | Em | C | G/B | Am | D | G | G',
    B: 'C | G/B | Em | D | C | G/B | Am | D', Z: 'Cadd9 | D | G',
  },
  lines: {
    A: 'd5:6 b4:2 d5:4 | e5:4 d5:2 b4:4 a4:2 | g4:6 a4:2 c5:4 | b4:8 r:4 | c5:6 b4:2 a4:4 | e5:6 d5:2 c5:4 | d5:4 a4:4 g4:4 | a4:8 r:4 | d5:6 b4:2 d5:4 | g5:4 e5:4 b4:4 | c5:6 d5:2 e5:4 | d5:8 r:4 | c5:4 e5:4 c5:4 | b4:4 a4:4 f#4:4 | g4:12 | -:4 r:8',
    B: 'e5:8 g5:4 | d5:8 b4:4 | b4:4 e5:4 g5:4 | f#5:6 e5:2 d5:4 | e5:8 g5:4 | b5:6 a5:2 g5:4 | e5:4 c5:4 a4:4 | d5:8 r:4',
    Z: 'e5:6 d5:2 c5:4 | a4:4 b4:4 d5:4 | g4:12',
  },
  tracks: {
    guitar: { inst: 'steel', chords: { a: 'b-1-2-3-2-1-', b: 'b-1-2-u-2-u-', end: 'x-----------' }, range: [52, 72], size: 4, low: 40, strum: 0.022, gain: -2, pan: -0.22, rev: 0.16, gate: 1.6, loose: 0.008 },
    second: { inst: 'nylon', chords: { a: '....1-..3-..|....2-..4-..' }, range: [62, 79], size: 3, gain: -9, pan: 0.5, rev: 0.25, gate: 2 },
    bass: { inst: 'upright', bass: { a: '1-------5---|1-------a---', end: '1-----------' }, gain: -5, rev: 0.04 },
    flute: { inst: 'flute', line: true, gain: -2.5, pan: 0.12, rev: 0.34, dly: 0.06, loose: 0.012 },
    fiddle: { inst: 'fiddle', line: true, gain: -2, pan: 0.25, rev: 0.34, loose: 0.012 },
    low: { inst: 'fiddle', line: true, harmony: 3, gain: -7, pan: -0.3, rev: 0.34, loose: 0.014 },
    strings: { inst: 'strings', chords: { a: 'o-----------' }, range: [55, 74], size: 3, gain: -9, rev: 0.4 },
    drums: { kit: 'jazz', drums: { a: { e: 'x...o.o.x.o.', k: 'o...........' } }, gain: -11, rev: 0.15 },
  },
  form: [['I', 'guitar', { vel: 0.85 }], ['A', 'guitar bass flute second'], ['B', 'guitar.b bass fiddle low strings drums second'], ['A', 'guitar.b bass flute low strings second drums'], ['Z', 'guitar bass flute strings']],
  fadeOut: 4,
};

const millbrook = {
  ...meta, file: 'long-road-to-millbrook', title: 'Long Road to Millbrook', album: 'Paper Orchard', genre: 'Country', bpm: 110, ceiling: -2.6, swing: 0.55, room: 1.5,
  chords: { I: 'D | G | A | D', A: 'D | D | G | D | D | A | G A | D', B: 'G | D | A | D | G | D | E7 | A7', Z: 'D' },
  lines: {
    I: 'a4:4 d5:4 f#5:6 e5:2 | d5:4 b4:4 g4:8 | e5:4 c#5:4 a4:4 c#5:4 | d5:12 r:4',
    A: 'f#4:4 a4:4 d5:6 r:2 | e5:2 f#5:2 e5:2 d5:2 a4:6 r:2 | b4:4 d5:4 g5:6 r:2 | f#5:4 e5:2 d5:2 a4:6 r:2 | f#4:4 a4:4 d5:4 f#5:4 | e5:6 c#5:2 a4:6 r:2 | b4:4 d5:4 c#5:4 e5:4 | d5:10 r:6',
    B: 'g5:6 f#5:2 g5:4 b5:4 | a5:6 f#5:2 d5:6 r:2 | e5:4 c#5:4 e5:4 a5:4 | f#5:10 r:6 | g5:6 f#5:2 g5:4 b5:4 | a5:4 f#5:4 d5:6 r:2 | e5:4 g#5:4 b5:4 g#5:4 | a5:6 g5:2 e5:6 r:2',
  },
  tracks: {
    drums: { kit: 'jazz', gain: -4, rev: 0.12, drums: {
      a: { k: 'x.......x.......', s: 'o.ooX.ooo.ooX.oo' }, b: { k: 'x.......x.......', s: 'o.ooX.ooo.ooX.oo', b: '....x.......x...', h: 'x.x.x.x.x.x.x.x.' },
      fill: { k: 'x.......x.......', s: 'o.ooX.ooxoxxXxXx' }, end: { k: 'x...............', s: 'X...............' } } },
    bass: { inst: 'upright', bass: { a: '1-------5-------|1-------5---a---', end: '1---------------' }, gain: -2.5, rev: 0.03 },
    guitar: { inst: 'steel', chords: { a: 'b---x.u.b---x.u.', b: 'b---x.uub---x.uu', end: 'x---------------' }, range: [52, 71], size: 4, low: 40, strum: 0.011, gain: -5, pan: -0.4, rev: 0.12 },
    banjo: { inst: 'banjo', chords: { a: '0.2.1.3.2.0.1.3.|0.2.3.1.0.2.1.3.' }, range: [60, 78], size: 3, gain: -9, pan: 0.45, rev: 0.15, gate: 2.5 },
    steelg: { inst: 'lapsteel', line: true, gain: -1, pan: 0.15, rev: 0.28, dly: 0.12 },
    fiddle: { inst: 'fiddle', line: true, gain: -2, pan: -0.12, rev: 0.25, loose: 0.01 },
    low: { inst: 'fiddle', line: true, harmony: 3, gain: -6, pan: -0.35, rev: 0.25, loose: 0.012 },
    piano: { inst: 'piano', chords: { a: '....o.......o.o.', end: 'x---------------' }, range: [62, 79], size: 3, gain: -10, pan: 0.3, rev: 0.2 },
  },
  form: [['I', 'guitar bass steelg drums fill'], ['A', 'drums bass guitar steelg'], ['B', 'drums.b bass guitar.b banjo fiddle low fill'], ['A', 'drums bass guitar banjo piano steelg fill'], ['B', 'drums.b bass guitar.b banjo piano fiddle low fill'], ['Z', 'drums.end bass.end guitar.end piano.end']],
};

const kettle = {
  ...meta, file: 'blue-kettle', title: 'Blue Kettle', album: 'Blue Kettle Evenings', genre: 'Jazz', bpm: 142, swing: 0.65, room: 1.8, tail: 3.5,
  chords: {
    I: 'Gm9 | C13 | Fmaj9 D7b9 | Gm7 C7b9', A: 'Fmaj9 D7b9 | Gm9 C13 | Am7 D7b9 | Gm7 C7b9 | Fmaj7 F7 | Bbmaj7 Bbm6 | Am7 D7b9 | Gm7 C7',
    C: 'Fmaj9 D7b9 | Gm9 C13 | Am7 D7b9 | Gm7 C7b9 | Fmaj7 F7 | Bbmaj7 Bbm6 | Gm7 C7 | F6',
    B: 'Cm7 | F7 | Bbmaj7 | Bbmaj7 | Bbm7 | Bbm6 | Abmaj7 | Gm7 C7b9', Z: 'Gm7 C7b9 | Fmaj9',
  },
  lines: {
    A: 'a4:4 c5:2 a4:4 eb5:4 d5:2 | bb4:4 d5:2 bb4:2 a4:6 r:2 | c5:4 e5:2 c5:4 f#5:4 eb5:2 | d5:4 bb4:2 g4:2 db5:4 c5:2 bb4:2 | a4:8 eb5:4 c5:4 | d5:6 f5:2 db5:4 bb4:4 | c5:4 a4:2 c5:2 a4:2 f#4:6 | bb4:4 g4:2 e4:4 g4:4 r:2',
    C: 'a4:4 c5:2 a4:4 eb5:4 d5:2 | bb4:4 d5:2 bb4:2 a4:6 r:2 | c5:4 e5:2 c5:4 f#5:4 eb5:2 | d5:4 bb4:2 g4:2 db5:4 c5:2 bb4:2 | a4:8 eb5:4 c5:4 | d5:6 f5:2 db5:4 bb4:4 | bb4:4 g4:2 a4:4 bb4:2 e4:4 | f4:10 r:6',
    B: 'eb5:6 d5:2 c5:4 g4:4 | a4:4 c5:4 eb5:6 r:2 | d5:6 c5:2 bb4:4 f4:4 | a4:10 r:6 | db5:6 c5:2 bb4:4 f4:4 | g4:4 bb4:4 f5:6 r:2 | eb5:6 c5:2 ab4:4 g4:4 | bb4:6 g4:2 e4:4 db5:2 c5:2',
    S: 'r:2 f5:2 a5:2 g5:2 f#5:2 a5:2 c6:2 eb6:2 | d6:2 bb5:2 g5:2 a5:2 bb5:4 e5:4 | g5:2 e5:2 c5:2 a4:2 eb5:2 d5:2 c5:2 f#5:2 | g5:6 d5:2 db5:2 c5:2 bb4:2 g4:2 | a4:2 c5:2 e5:2 g5:2 f5:2 eb5:2 c5:2 a4:2 | bb4:2 d5:2 f5:2 a5:2 g5:2 f5:2 db5:2 bb4:2 | d5:2 bb5:4 a5:2 g5:2 e5:2 c5:2 bb4:2 | a4:6 c5:2 f5:4 r:4',
    Z: 'bb4:4 g4:2 a4:4 db5:2 c5:4 | g5:10 r:6',
  },
  tracks: {
    drums: { kit: 'jazz', gain: -5.5, rev: 0.16, loose: 0.006, drums: {
      a: { r: 'x...X.x.x...X.x.', h: '....x.......x...', k: 'o...o...o...o...', s: '......o.........|..........o...o.' }, brush: { w: 'x...X..xx...X..x', h: '....x.......x...' },
      fill: { r: 'x...X.x.........', h: '....x...........', s: '........x.oox.x.', k: 'o...o.....x.....' }, end: { c: 'o...............', k: 'x...............' } } },
    bass: { inst: 'upright', bass: { a: '1---3---1---a---|1---5---1---a---', b: '1---3---5---a---|1---2---3---a---', end: '1-------1-------|1---------------' }, gain: -1.5, rev: 0.05, low: 30 },
    piano: { inst: 'piano', chords: { a: '......x...x.....|x.....x.........|....x.....x.....|..x.......x.....', b: 'x-----..x-----..', end: 'x-------x-------|x---------------' }, range: [53, 72], size: 4, gain: -5.5, pan: -0.3, rev: 0.2 },
    sax: { inst: 'tenor', line: true, gain: 0, pan: 0.1, rev: 0.26, octave: 0, late: 0.018, loose: 0.012 },
    mute: { inst: 'muted', line: true, gain: -1, pan: 0.15, rev: 0.3, late: 0.015, loose: 0.01 },
    vibes: { inst: 'vibes', line: true, gain: 0, pan: 0.28, rev: 0.3, late: 0.01, fx: [['tremolo', 5.3, 0.3, 1]] },
  },
  form: [['I', 'drums.brush bass.b piano.b'], ['C', 'drums bass piano sax'], ['B', 'drums bass.b piano mute fill'], ['C', 'drums bass piano sax fill'], ['C', 'drums bass piano vibes.S fill'], ['C', 'drums bass piano sax mute fill'], ['Z', 'drums.end bass.end piano.end sax vibes']],
};

const juke = {
  ...meta, file: 'juke-lights', title: 'Juke Lights', album: 'Blue Kettle Evenings', genre: 'Oldies', bpm: 92, steps: 12, beat: 3, room: 2.2, echo: 0.333,
  chords: { I: 'Eb | Cm | Ab | Bb', A: 'Eb | Cm | Ab | Bb | Eb | Cm | Ab Bb | Eb', B: 'Ab | Abm6 | Eb | C7 | Fm | F7 | Bb7 | Bb7', Z: 'Ab Abm6 | Eb6' },
  lines: {
    A: 'g4:3 bb4:2 c5:1 bb4:6 | g4:3 c5:2 d5:1 eb5:6 | eb5:3 c5:3 ab4:3 c5:3 | bb4:9 r:3 | g4:3 bb4:2 c5:1 bb4:6 | g5:3 f5:2 eb5:1 c5:6 | c5:3 eb5:3 d5:3 f5:3 | eb5:9 r:3',
    B: 'c5:3 c5:2 d5:1 eb5:6 | b4:3 b4:2 db5:1 eb5:6 | g5:3 f5:3 eb5:6 | e5:3 g5:3 bb5:6 | ab5:3 g5:2 f5:1 c5:6 | a5:3 g5:2 f5:1 c5:6 | d5:3 f5:3 ab5:6 | f5:6 d5:3 r:3',
    Z: 'c5:3 eb5:3 b4:3 ab4:3 | g4:12',
  },
  tracks: {
    drums: { kit: 'ska', gain: -3, rev: 0.22, drums: {
      a: { k: 'x.....x.x...', s: '...x.....x..', h: 'xoxxoxxoxxox' }, b: { k: 'x.....x.x...', s: '...X.....X..', r: 'x.xx.xx.xx.x', b: '...x.....x..' },
      fill: { k: 'x.....x.....', s: '...x..xxxXxx', h: 'xoxxox......' }, end: { k: 'x...........|x...........', s: '............|x...........' } } },
    bass: { inst: 'upright', bass: { a: '1----13--5--|1----15--a--', end: '1-----1-----|1-----------' }, gain: -2, rev: 0.06 },
    piano: { inst: 'piano', chords: { a: 'xooxooxooxoo', end: 'x-----x-----|x-----------' }, range: [58, 76], size: 4, gain: -6, pan: -0.25, rev: 0.22 },
    guitar: { inst: 'clean', chords: { a: '...x.....x..', end: 'x-----x-----|x-----------' }, range: [55, 74], size: 4, strum: 0.012, gain: -9, pan: 0.45, rev: 0.3, fx: [['tremolo', 5.8, 0.4]] },
    oohs: { inst: 'oohs', chords: { a: 'x-----------', b: 'x--x-xx-----', end: 'x-----x-----|x-----------' }, range: [58, 76], size: 4, gain: -5, rev: 0.4 },
    sax: { inst: 'tenor', line: true, gain: 0, pan: 0.08, rev: 0.3, dly: 0.05, loose: 0.01 },
    lead: { inst: 'aahs', line: true, gain: -1, pan: 0.05, rev: 0.36, dly: 0.06 },
    glock: { inst: 'glock', line: true, octave: 1, gain: -9, pan: 0.35, rev: 0.4 },
  },
  form: [['I', 'piano bass oohs'], ['A', 'drums bass piano guitar oohs lead fill'], ['B', 'drums.b bass piano guitar oohs sax fill'], ['A', 'drums bass piano guitar oohs.b lead glock fill'], ['Z', 'drums.end bass.end piano.end guitar.end oohs.end lead']],
};

const seat = {
  ...meta, file: 'window-seat', title: 'Window Seat', album: 'Paper Orchard', genre: 'Indie rock', bpm: 130, ceiling: -3, room: 1.9,
  chords: { I: 'Dmaj7 | Bm7 | G | Asus4', A: 'Dmaj7 | Bm7 | G | Asus4 | Dmaj7 | Bm7 | G | A', B: 'G | A | Bm | F#m | G | A | D | D', Z: 'Dmaj9' },
  lines: {
    A: 'f#5:6 e5:2 d5:4 a4:4 | f#5:6 e5:2 d5:6 r:2 | b4:4 d5:4 g5:4 f#5:4 | e5:12 r:4 | f#5:6 e5:2 d5:4 a4:4 | d5:4 f#5:4 a5:6 r:2 | g5:6 f#5:2 d5:4 b4:4 | c#5:12 r:4',
    B: 'b5:6 a5:2 g5:4 d5:4 | a5:6 g5:2 e5:6 r:2 | f#5:4 e5:2 d5:2 b4:4 d5:4 | c#5:10 r:6 | b5:6 a5:2 g5:4 d5:4 | e5:4 g5:4 a5:4 c#6:4 | d6:6 a5:2 f#5:6 r:2 | r:8 a4:4 d5:4',
  },
  tracks: {
    drums: { kit: 'rock', gain: -1, rev: 0.14, drums: {
      a: { k: 'x.....x...x.....', s: '....x.......x...', h: 'x.o.x.o.x.o.x.o.' }, b: { k: 'x.....x.x.x.....', s: '....X.......X...', h: 'x.x.x.x.x.x.x.x.', b: 'x...x...x...x...' },
      soft: { k: 'x.......x.......', x: '....x.......x...', h: 'o.o.o.o.o.o.o.o.' }, fill: { k: 'x.......x.......', s: '....X.x.x.xxXxXx', h: 'x.x.............' }, end: { k: 'x...............', s: 'x...............' } } },
    bass: { inst: 'pickbass', bass: { a: '1-1-1-1-1-1-1-1-', b: '1-1-1-8-5-1-3-a-', c: '1---------------', end: '1---------------' }, gain: -2.5, rev: 0 },
    jangle: { inst: 'clean', chords: { a: '0.2.3.1.2.3.1.2.', end: 'x---------------' }, range: [60, 79], size: 4, strum: 0.015, gain: -5, pan: -0.45, rev: 0.24, dly: 0.14, gate: 2.5, fx: [['chorus', 0.7, 0.002, 0.5]] },
    strums: { inst: 'steel', chords: { a: 'x-xux-uxx-xux-ux', end: 'x---------------' }, range: [52, 70], size: 4, strum: 0.009, gain: -7, pan: 0.45, rev: 0.14, fx: [['amp', 1.1, 4600]] },
    lead: { inst: 'clean', line: true, gain: -1, pan: 0.12, rev: 0.26, dly: 0.2, fx: [['amp', 1.6, 4300]] },
    aahs: { inst: 'aahs', chords: { a: 'o---------------', end: 'o---------------' }, range: [60, 78], size: 4, gain: -9, rev: 0.45 },
    voice: { inst: 'oohs', line: true, gain: -2, pan: -0.08, rev: 0.36, dly: 0.12 },
  },
  form: [['I', 'jangle drums.soft bass.c'], ['A', 'drums jangle bass voice'], ['B', 'drums.b bass.b jangle strums lead aahs crash fill'], ['A', 'drums bass jangle strums voice crash'], ['B', 'drums.b bass.b jangle strums lead voice aahs crash fill'], ['I', 'drums.soft jangle bass.c aahs'], ['Z', 'drums.end bass.end jangle.end strums.end aahs.end']],
};

export const odalie = [orchard, millbrook, kettle, juke, seat];
