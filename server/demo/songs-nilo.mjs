/** Songs of Nilo Vantsen: techno, dance, hip-hop, R&B and K-pop. Notation: see theory.mjs. */

const meta = { artist: 'Nilo Vantsen', steps: 16, air: 4.5 };

const circuit = {
  ...meta, file: 'warm-circuit', title: 'Warm Circuit', album: 'Warm Circuit', genre: 'Techno', bpm: 124, ceiling: -4, swing: 0.53, swingUnit: 2, room: 2.4, feedback: 0.5,
  chords: { A: 'Fm9 | Fm9 | Dbmaj9 | Ebadd9', B: 'Bbm9 | Bbm9 | Dbmaj9 | Cm7', Z: 'Fm9' },
  lines: {
    A: 'f4:1 r:2 c5:1 r:2 eb5:2 r:2 f5:1 r:2 c5:1 eb5:2 | ab5:1 r:2 g5:1 r:2 eb5:2 r:2 c5:1 r:2 bb4:1 c5:2 | f4:1 r:2 c5:1 r:2 eb5:2 r:2 f5:1 r:2 ab5:1 f5:2 | g5:1 r:2 bb5:1 r:2 g5:2 r:2 eb5:1 r:2 bb4:1 g4:2',
    B: 'f4:1 r:2 bb4:1 r:2 db5:2 r:2 f5:1 r:2 c5:1 db5:2 | ab5:1 r:2 f5:1 r:2 db5:2 r:2 c5:1 r:2 bb4:1 c5:2 | f4:1 r:2 ab4:1 r:2 c5:2 r:2 eb5:1 r:2 f5:1 eb5:2 | g5:1 r:2 eb5:1 r:2 c5:2 r:2 bb4:1 r:2 g4:1 bb4:2',
    M: 'c6:12 bb5:4 | ab5:8 g5:8 | f5:12 ab5:4 | g5:10 eb5:6',
  },
  tracks: {
    drums: { kit: 'club', gain: 0, rev: 0.06, loose: 0.001, drums: {
      a: { k: 'X...X...X...X...' }, b: { k: 'X...X...X...X...', o: '..x...x...x...x.', h: 'oooxoooxoooxooox' }, c: { k: 'X...X...X...X...', p: '....x.......x...', o: '..x...x...x...x.', h: 'oooxoooxoooxooox', g: '...o......o..o..|......o...o..o.o', e: 'x.ox.ox.x.ox.oxo' },
      mute: { e: 'x.ox.ox.x.ox.oxo', z: '................|................|x...............|................' }, fill: { k: 'X...X...X...x.x.', p: '....x.......x.xx', o: '..x...x...x...x.' } } },
    bass: { inst: 'synbass', bass: { a: '..1-..1-..1-..81', b: '..1-.11-..1-.18-|..1-.11-..5-.18a' }, low: 33, gain: -2.5, rev: 0, gate: 0.8, duck: 0.5, fx: [['sweep', [[0, 300], [12, 900], [28, 2600], [36, 900]]]] },
    stab: { inst: 'synpluck', chords: { a: '...x......x.....|......x......x..', b: '...x..x...x..x..' }, range: [56, 75], size: 4, gain: -2.5, pan: -0.2, rev: 0.3, dly: 0.35, gate: 1.2, duck: 0.4, fx: [['sweep', [[0, 700], [14, 4500], [28, 7000], [36, 900]]]] },
    blip: { inst: 'blip', line: true, gain: -4, pan: 0.3, rev: 0.25, dly: 0.3, duck: 0.3 },
    pad: { inst: 'pad', chords: { a: 'x---------------' }, range: [53, 75], size: 4, gain: -7, rev: 0.4, duck: 0.55 },
    lead: { inst: 'lead', line: true, gain: -4, rev: 0.4, dly: 0.3, pan: 0.05, duck: 0.25 },
  },
  form: [['A', 'drums.a stab'], ['A', 'drums.b bass stab'], ['A', 'drums.c bass stab blip fill'], ['B', 'drums.c bass.b stab.b blip pad fill'], ['A', 'drums.mute pad blip'], ['A', 'drums.c bass.b stab.b lead.M pad crash'], ['B', 'drums.c bass.b stab.b blip pad fill'], ['A', 'drums.c bass.b stab.b blip lead.M pad crash fill'], ['A', 'drums.a stab pad blip']],
  fadeOut: 5,
};

const glass = {
  ...meta, file: 'glasshouse-morning', title: 'Glasshouse Morning', album: 'Warm Circuit', genre: 'Electronic dance music (EDM)', bpm: 126, room: 2.2,
  chords: { A: 'Fadd9 | C | G | Am7', B: 'F | C | G | Am | F | C | G | Am7', Z: 'Fadd9' },
  lines: {
    A: 'c5:4 a4:2 c5:2 g5:4 f5:4 | e5:6 d5:2 c5:4 g4:4 | b4:4 d5:4 g5:4 d5:4 | e5:6 d5:2 c5:6 r:2',
    B: 'a5:3 a5:3 g5:2 f5:2 e5:2 c5:4 | e5:3 e5:3 g5:2 e5:4 c5:4 | d5:3 d5:3 e5:2 g5:2 e5:2 d5:4 | c5:3 d5:3 e5:6 r:4 | a5:3 a5:3 g5:2 f5:2 e5:2 c5:4 | g5:3 g5:3 a5:2 g5:4 e5:4 | d5:3 g5:3 b5:2 a5:2 g5:2 d5:4 | e5:3 d5:3 c5:6 r:4',
  },
  tracks: {
    drums: { kit: 'club', gain: 0, rev: 0.08, loose: 0.001, drums: {
      a: { k: 'x...x...x...x...', h: '..x...x...x...x.' }, drop: { k: 'X...X...X...X...', p: '....X.......X...', o: '..x...x...x...x.', h: 'oooooooooooooooo', b: '....x..o....x..o' },
      light: { e: 'x.o.x.o.x.o.x.oo', x: '....x.......x...' }, build: { k: 'x...x...x...x...|x...x...x...x...|x.x.x.x.x.x.x.x.|................', s: '................|o...o...o...o...|o.o.o.o.x.x.x.x.|xxxxxxxxXXXX....', z: '................|................|x...............|................' },
      fill: { k: 'X...X...X.......', p: '....X.......X.xx', o: '..x...x...x.....' }, end: { k: 'x...............', c: 'x...............' } } },
    bass: { inst: 'synbass', bass: { a: '..1-..1-..1-..1-', drop: '..11..11..11..15', c: '1---------------' }, low: 31, gain: -3, rev: 0, duck: 0.6 },
    chords: { inst: 'super', chords: { drop: 'X--X--X---X-X---', a: 'x---------------' }, range: [57, 79], size: 4, gain: -4, rev: 0.22, gate: 0.85, duck: 0.7 },
    pluck: { inst: 'synpluck', chords: { a: '0.2.1.3.2.4.3.1.', end: 'x---------------' }, range: [60, 77], size: 4, gain: -6, pan: 0.25, rev: 0.28, dly: 0.25, gate: 1.4, duck: 0.3, fx: [['sweep', [[0, 900], [12, 6000], [20, 9000], [24, 1200], [32, 9000], [44, 1500]]]] },
    keys: { inst: 'piano', line: true, gain: -1, pan: -0.05, rev: 0.3, dly: 0.12 },
    lead: { inst: 'sawlead', line: true, gain: -2, rev: 0.28, dly: 0.2, duck: 0.3 },
    pad: { inst: 'pad', chords: { a: 'x---------------', end: 'x---------------' }, range: [53, 74], size: 4, gain: -8, rev: 0.4, duck: 0.4 },
  },
  form: [['A', 'pluck pad'], ['A', 'drums.light pluck pad keys bass.c'], ['A', 'drums.a pluck bass keys pad', {}], ['A', 'drums.build chords.a pluck keys'], ['B', 'drums.drop bass.drop chords.drop lead crash fill'], ['A', 'drums.light pad keys pluck bass.c'], ['A', 'drums.build chords.a pluck keys'], ['B', 'drums.drop bass.drop chords.drop lead pluck crash fill'], ['Z', 'drums.end bass.c pluck.end pad.end']],
  tail: 3.5,
};

const tape = {
  ...meta, file: 'dusty-tape', title: 'Dusty Tape', album: 'Velvet Hours', genre: 'Hip-hop', bpm: 86, swing: 0.6, swingUnit: 2, room: 1.4,
  chords: { I: 'Fmaj9 | Em7', A: 'Fmaj9 | Em7 | Dm9 | Cmaj9 | Fmaj9 | Em7 | Dm9 | G13', B: 'Am9 | Dm9 | G13 | Cmaj9 | Am9 | Dm9 | Fmaj9 | G9sus4', Z: 'Cmaj9' },
  lines: {
    A: 'c5:3 e5:3 g5:6 r:4 | e5:3 d5:3 b4:6 r:4 | a4:3 c5:3 e5:4 f5:2 e5:4 | d5:3 b4:3 g4:6 r:4 | c5:3 e5:3 g5:4 a5:2 g5:4 | b5:3 g5:3 e5:6 r:4 | f5:3 e5:3 c5:4 a4:2 c5:4 | b4:3 a4:3 e5:6 r:4',
    B: 'c5:2 e5:2 g5:2 b5:6 r:4 | a5:3 f5:3 e5:6 r:4 | f5:3 e5:3 d5:4 b4:2 a4:4 | b4:3 d5:3 e5:6 r:4 | c5:2 e5:2 g5:2 b5:6 r:4 | a5:3 f5:3 c5:6 d5:4 | e5:3 g5:3 e5:4 c5:2 a4:4 | c5:3 d5:3 f5:6 r:4',
  },
  tracks: {
    drums: { kit: 'lofi', gain: -0.5, rev: 0.07, loose: 0.004, fx: [['lp', 9000], ['warm', 1.5]], drums: {
      a: { k: 'x......x..x.....|x..x...x..x.....', s: '....X.......X..o', h: 'x.x.x.xxx.x.x.x.' }, b: { k: 'x......x..x....o|x..x....x.x.....', s: '....X..o....X...', h: 'x.xxx.x.x.xox.x.', e: '..x...x...x...x.' },
      fill: { k: 'x......x........', s: '....X.....oxX.xx', h: 'x.x.x...........' }, end: { k: 'x...............', r: 'o...............' } } },
    tape: { kit: 'lofi', drums: { a: { v: 'x...............' } }, gain: -24, rev: 0 },
    bass: { inst: 'ebass', bass: { a: '1--.....1.1.5-a.|1--....1..3-5-a.', end: '1---------------' }, gain: -1.5, rev: 0, fx: [['lp', 700]] },
    keys: { inst: 'rhodes', chords: { a: 'x-----....x--...|x-----x--.....x-', b: 'x--.x-....x--.x-', end: 'x---------------' }, range: [53, 72], size: 4, strum: 0.014, gain: -3, pan: -0.12, rev: 0.16, late: 0.012, fx: [['tremolo', 4.6, 0.28, 1], ['chorus', 0.5, 0.0022, 0.3], ['lp', 5200]] },
    guitar: { inst: 'nylon', chords: { a: '..........2.3.4.|......4.3.2.....' }, range: [60, 77], size: 4, gain: -10, pan: 0.45, rev: 0.25, dly: 0.2, gate: 2 },
    horn: { inst: 'muted', line: true, gain: -3, pan: 0.15, rev: 0.26, dly: 0.14, late: 0.02, loose: 0.01 },
    vibes: { inst: 'vibes', line: true, gain: -3, pan: 0.22, rev: 0.28, dly: 0.12, late: 0.015 },
    pad: { inst: 'strings', chords: { a: 'o---------------' }, range: [57, 76], size: 3, gain: -12, rev: 0.4 },
  },
  form: [['I', 'tape keys'], ['A', 'tape drums bass keys vibes'], ['B', 'tape drums.b bass keys.b guitar horn pad fill'], ['A', 'tape drums.b bass keys guitar vibes pad fill'], ['Z', 'tape drums.end bass.end keys.end pad']],
  tail: 3.5,
};

const velvet = {
  ...meta, file: 'velvet-hour', title: 'Velvet Hour', album: 'Velvet Hours', genre: 'Rhythm & blues (R&B)', bpm: 82, swing: 0.57, swingUnit: 2, room: 2.2,
  chords: { I: 'Abmaj9 | Bb9sus4', A: 'Abmaj9 | Gm7 C7b9 | Fm9 | Bb9sus4 | Abmaj9 | Gm7 C7b9 | Fm9 | Bb9sus4', B: 'Cm9 | Fm9 | Abmaj9 | Bb9sus4 | Cm9 | Fm9 | Dbmaj9 | Bb9sus4', Z: 'Ebmaj9' },
  lines: {
    A: 'r:4 eb5:2 g5:2 g5:3 f5:1 eb5:4 | d5:3 f5:3 d5:2 db5:3 c5:3 bb4:2 | c5:6 ab4:2 c5:2 eb5:2 g5:4 | f5:3 eb5:3 c5:6 r:4 | r:4 eb5:2 g5:2 bb5:3 ab5:1 g5:4 | f5:3 d5:3 bb4:2 e5:3 g5:3 e5:2 | f5:4 eb5:2 c5:2 ab4:4 c5:4 | bb4:10 r:6',
    B: 'eb5:3 d5:3 g5:6 eb5:4 | c5:3 eb5:3 ab5:6 g5:4 | g5:3 eb5:3 c5:4 eb5:2 g5:4 | f5:6 eb5:2 c5:4 r:4 | eb5:3 d5:3 g5:4 bb5:2 g5:4 | ab5:3 g5:3 f5:4 eb5:2 c5:4 | f5:3 eb5:3 c5:4 ab4:2 c5:4 | eb5:6 f5:2 c5:4 r:4',
    Z: 'd5:4 bb4:4 g4:8',
  },
  tracks: {
    drums: { kit: 'lofi', gain: -1.5, rev: 0.12, drums: {
      a: { k: 'x.....x...x.....', x: '....X.......X...', h: 'x.xox.x.x.xxx.xo' }, b: { k: 'x.....x...x..x..', s: '....x.......x...', p: '....x.......x...', h: 'x.xox.xxx.xox.xo', e: '..o...o...o...o.' },
      fill: { k: 'x.....x.........', p: '....x.......x...', s: '..........x...xx' }, end: { k: 'x...............' } } },
    bass: { inst: 'subbass', bass: { a: '1-----1...5---a-', b: '1-----1.8.5-3-a-', end: '1---------------' }, low: 31, gain: -1.5, rev: 0 },
    keys: { inst: 'softkeys', chords: { a: 'x-----x---..x---', b: 'x--x--x-....x-x-', end: 'x---------------' }, range: [53, 73], size: 4, strum: 0.016, gain: -3, rev: 0.2, fx: [['tremolo', 3.8, 0.3, 1], ['chorus', 0.6, 0.002, 0.35]] },
    guitar: { inst: 'clean', chords: { a: '......2.3.......|..4.3.....2.3...' }, range: [62, 79], size: 4, gain: -9, pan: 0.4, rev: 0.25, dly: 0.25, gate: 1.5 },
    lead: { inst: 'lead', line: true, gain: -1.5, pan: 0.04, rev: 0.26, dly: 0.16, late: 0.015 },
    oohs: { inst: 'oohs', line: true, harmony: 3, gain: -6, pan: -0.25, rev: 0.4 },
    pad: { inst: 'oohs', chords: { a: 'o---------------', end: 'o---------------' }, range: [58, 76], size: 4, gain: -9, rev: 0.45 },
    glock: { inst: 'glock', chords: { a: '............3.4.' }, range: [74, 91], size: 4, gain: -14, pan: -0.45, rev: 0.4, dly: 0.3 },
  },
  form: [['I', 'keys pad'], ['A', 'drums bass keys lead guitar'], ['B', 'drums.b bass.b keys.b lead oohs pad glock fill'], ['I', 'drums keys bass pad glock'], ['B', 'drums.b bass.b keys.b guitar lead oohs pad glock fill'], ['Z', 'drums.end bass.end keys.end lead pad.end']],
  tail: 4, fadeOut: 4,
};

const satellite = {
  ...meta, file: 'sugar-satellite', title: 'Sugar Satellite', album: 'Velvet Hours', genre: 'K-pop', bpm: 120, room: 1.6,
  chords: { I: 'Amaj9 | B | G#m7 | C#m7', A: 'C#m7 | Amaj7 | E | B | C#m7 | Amaj7 | F#m7 | Bsus4', B: 'Amaj9 | B | G#m7 | C#m7 | Amaj9 | B | E | E', Z: 'Fadd9' },
  lines: {
    I: 'g#5:2 r:1 e5:1 r:2 b4:2 e5:2 g#5:2 b5:4 | f#5:2 r:1 d#5:1 r:2 b4:2 d#5:2 f#5:2 b5:4 | f#5:2 r:1 d#5:1 r:2 b4:2 d#5:2 f#5:2 b5:4 | g#5:2 r:1 e5:1 r:2 b4:2 c#5:4 r:4',
    A: 'e5:3 e5:3 c#5:2 g#4:4 b4:4 | c#5:3 c#5:3 e5:2 g#5:4 e5:4 | b4:3 b4:3 g#4:2 b4:4 e5:4 | f#5:6 d#5:2 b4:4 r:4 | e5:3 e5:3 c#5:2 g#4:4 b4:4 | c#5:3 c#5:3 e5:2 g#5:4 b5:4 | a5:3 a5:3 g#5:2 f#5:4 e5:4 | f#5:3 e5:3 f#5:6 r:4',
    B: 'g#5:4 b5:3 g#5:1 r:2 e5:2 g#5:4 | f#5:4 b5:3 f#5:1 r:2 d#5:2 f#5:4 | d#5:3 f#5:3 b5:4 g#5:2 f#5:4 | g#5:6 e5:2 c#5:4 r:4 | g#5:4 b5:3 g#5:1 r:2 e5:2 g#5:4 | f#5:4 b5:3 f#5:1 r:2 g#5:2 a5:4 | g#5:6 f#5:2 e5:8 | r:8 e5:2 f#5:2 g#5:2 b5:2',
  },
  tracks: {
    drums: { kit: 'club', gain: 0, rev: 0.08, loose: 0.002, drums: {
      a: { k: 'x.....x.x.......', p: '....x.......x...', h: 'x.x.x.xxx.x.x.xx', e: '..x...x...x...x.' }, b: { k: 'X...X...X...X...', s: '....x.......x...', p: '....X.......X...', o: '..x...x...x...x.', h: 'o.ooo.ooo.ooo.oo' },
      fill: { k: 'x.......x.......', p: '....x...x.x.xxxx', t: '..........x...x.', z: '................' }, end: { k: 'X...............', p: 'x...............', c: 'x...............' } } },
    bass: { inst: 'synbass', bass: { a: '1-.1..1.1-.1..8.', b: '1-1-8-1-1-1-8-5-', end: '1---------------' }, low: 28, gain: -2.5, rev: 0, duck: 0.35 },
    pluck: { inst: 'synpluck', chords: { a: 'x..x..x...x.x...', end: 'x---------------' }, range: [58, 76], size: 4, gain: -5, pan: -0.25, rev: 0.2, dly: 0.1, duck: 0.2 },
    chords: { inst: 'super', chords: { a: 'x---------------', b: 'x--x--x---x-x---', end: 'x---------------' }, range: [58, 78], size: 4, gain: -6.5, rev: 0.25, gate: 0.9, duck: 0.5 },
    guitar: { inst: 'skank', chords: { a: '..x.x..x..x.x.xx' }, range: [60, 76], size: 3, gain: -9, pan: 0.5, rev: 0.12, gate: 0.5, fx: [['hp', 300]] },
    lead: { inst: 'lead', line: true, gain: -1, rev: 0.2, dly: 0.12 },
    second: { inst: 'aahs', line: true, harmony: 3, gain: -6, pan: -0.25, rev: 0.35 },
    glock: { inst: 'glock', line: true, gain: -6, octave: 0, pan: 0.3, rev: 0.3, dly: 0.15 },
    saw: { inst: 'sawlead', line: true, gain: -4, rev: 0.22, dly: 0.16 },
  },
  form: [['I', 'pluck glock drums.a'], ['A', 'drums bass pluck lead guitar fill'], ['B', 'drums.b bass.b chords.b lead second glock crash fill'], ['B', 'drums.b bass.b chords.b lead second saw glock crash fill'], ['B', 'drums.b bass.b chords.b lead second saw glock guitar crash', { shift: 1 }], ['Z', 'drums.end bass.end chords.end pluck.end']],
};

export const nilo = [circuit, glass, tape, velvet, satellite];
