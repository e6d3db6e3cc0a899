/** Cover pictures: one abstract drawing per song, written as SVG and saved as a 640x640 JPEG. */

import { rng, hash } from "./dsp.mjs";

const S = 640;
const n = (x) => Math.round(x * 10) / 10;
const circle = (x, y, r, fill, extra = "") => `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${extra}/>`;
const rect = (x, y, w, h, fill, extra = "") =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${extra}/>`;
const path = (d, fill, extra = "") => `<path d="${d}" fill="${fill}" ${extra}/>`;
const stroke = (color, width) =>
  `stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;
const range = (count) => Array.from({ length: count }, (_, i) => i);

/** Smooth horizontal band edge: a sum of two slow waves. */
function wave(y, height, phase, speed = 1) {
  const points = range(33).map(
    (i) =>
      `${i * 20},${n(y + height * Math.sin(i * 0.2 * speed + phase) + height * 0.4 * Math.sin(i * 0.41 * speed + phase * 2))}`,
  );
  return `M0,${S} L${points.join(" L")} L${S},${S} Z`;
}

/** Quarter disc in a square cell, turned by 0-3 quarters. */
function quarter(x, y, size, turn, fill) {
  const [cx, cy] = [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
  ][turn];
  return `<clipPath id="q${n(x)}-${n(y)}"><rect x="${x}" y="${y}" width="${size}" height="${size}"/></clipPath><g clip-path="url(#q${n(x)}-${n(y)})">${circle(cx, cy, size, fill)}</g>`;
}

const drawings = {
  "checkerboard-sunday": ({ p }) => {
    let out = circle(400, 240, 178, p[1]) + circle(400, 240, 120, p[2]);
    for (const row of range(6))
      for (const col of range(12)) {
        const lift = 46 * Math.sin(col * 0.55);
        if ((row + col) % 2 === 0)
          out += path(
            `M${col * 58 - 20},${n(400 + row * 48 + lift)} l58,${n(46 * (Math.sin((col + 1) * 0.55) - Math.sin(col * 0.55)))} v48 l-58,${n(-46 * (Math.sin((col + 1) * 0.55) - Math.sin(col * 0.55)))} z`,
            p[3],
          );
      }
    return out;
  },
  "late-for-the-ferry": ({ p }) =>
    range(6)
      .map((i) => path(wave(330 + i * 54, 16, i * 1.3, 1.2), p[1 + (i % 3)]))
      .join("") +
    `<g transform="rotate(-5 300 300)">${path("M150,300 H490 L430,372 H205 Z", p[4]) + rect(232, 236, 158, 52, p[5]) + rect(318, 160, 34, 66, p[3])}</g>` +
    circle(520, 118, 54, p[3]),
  "brass-in-the-rain": ({ p, rand }) => {
    let out = "";
    for (const i of range(46)) {
      const x = -60 + i * 17;
      const y = rand() * 380 - 60;
      out += `<line x1="${n(x + 60)}" y1="${n(y)}" x2="${n(x)}" y2="${n(y + 90 + rand() * 130)}" ${stroke(p[1 + (i % 2)], 3 + rand() * 4)} opacity="0.75"/>`;
    }
    range(5).forEach((i) => (out += circle(250, 610, 330 - i * 62, p[3 + (i % 3)])));
    return out;
  },
  "slow-tide": ({ p }) =>
    circle(320, 300, 168, p[1]) +
    range(7)
      .map((i) => path(wave(300 + i * 46, 20 - i, i * 0.9 + 0.6, 0.9), p[2 + (i % 4)]))
      .join("") +
    range(4)
      .map((i) => rect(214 + i * 22, 342 + i * 46, 212 - i * 44, 7, p[1], 'rx="3.5" opacity="0.8"'))
      .join(""),
  "broken-umbrella": ({ p }) => {
    let out = "";
    range(8).forEach((i) => {
      const a = Math.PI + (i * Math.PI) / 8;
      const b = Math.PI + ((i + 1) * Math.PI) / 8;
      const r = 236;
      const dx = i > 4 ? 34 : 0;
      const dy = i > 4 ? 42 : 0;
      const at = (t, k = r) => `${n(320 + dx + k * Math.cos(t))},${n(356 + dy + k * Math.sin(t))}`;
      out += path(`M${n(320 + dx)},${n(356 + dy)} L${at(a)} Q${at((a + b) / 2, r * 1.04)} ${at(b)} Z`, p[1 + (i % 4)]);
    });
    return (
      out +
      `<path d="M320,356 V520 q0,52 46,52 t46,-46" fill="none" ${stroke(p[5], 17)}/>` +
      range(5)
        .map((i) => path(`M${90 + i * 112},${60 + (i % 2) * 36} l16,30 a18,18 0 1 1 -32,0 z`, p[5]))
        .join("")
    );
  },
  "amber-engine": ({ p }) => {
    let out = "";
    for (const [x, y, r, teeth, a, b] of [
      [236, 262, 150, 14, p[1], p[2]],
      [452, 428, 112, 11, p[3], p[4]],
      [132, 520, 84, 9, p[4], p[1]],
    ]) {
      const points = range(teeth * 4).map((i) => {
        const t = ((i + 0.5) / (teeth * 4)) * Math.PI * 2;
        const k = i % 4 < 2 ? r * 1.16 : r * 0.98;
        return `${n(x + k * Math.cos(t))},${n(y + k * Math.sin(t))}`;
      });
      out +=
        path(`M${points.join(" L")} Z`, a, stroke(a, 8)) +
        circle(x, y, r * 0.72, b) +
        circle(x, y, r * 0.5, a) +
        circle(x, y, r * 0.2, p[5]);
    }
    return out;
  },
  "paper-orchard": ({ p, rand }) => {
    let out = path(wave(500, 18, 0.5), p[1]) + path(wave(560, 14, 2.4), p[2]);
    for (const [x, y, h] of [
      [138, 508, 200],
      [328, 552, 330],
      [520, 516, 230],
    ]) {
      const [cy, r] = [y - h * 0.82, h * 0.34];
      out += circle(x, cy, r, p[2]) + circle(x - r * 0.12, cy - r * 0.12, r * 0.84, p[1]);
      out += `<path d="M${x},${y} V${n(cy - r * 0.3)} M${x},${n(cy + r * 0.55)} l${n(r * 0.42)},${n(-r * 0.5)} M${x},${n(cy + r * 0.3)} l${n(-r * 0.42)},${n(-r * 0.48)}" fill="none" ${stroke(p[5], n(h * 0.04))}/>`;
      for (const i of range(9)) {
        const [a, k] = [i * 2.4, r * (0.34 + 0.48 * Math.sqrt((i + rand()) / 10))];
        out += circle(x + k * Math.cos(a), cy + k * Math.sin(a), h * 0.045, p[3 + (i % 2)]);
      }
    }
    range(3).forEach(
      (i) =>
        (out += `<g transform="rotate(${-24 + i * 31} ${84 + i * 200} ${96 - (i % 2) * 34})">${path(`M${54 + i * 200},${96 - (i % 2) * 34} l60,-22 l-22,44 l-10,-16 z`, p[3])}</g>`),
    );
    return out;
  },
  "long-road-to-millbrook": ({ p }) =>
    circle(448, 196, 92, p[1]) +
    path(wave(270, 34, 0.3, 0.8), p[2]) +
    path(wave(340, 26, 2.2, 0.9), p[3]) +
    path(wave(420, 22, 4.1, 0.7), p[4]) +
    path(
      "M300,640 C330,560 480,540 430,480 C390,440 290,440 330,392 C350,372 390,368 398,352 L404,352 C404,374 372,384 362,404 C350,438 500,430 520,486 C540,560 480,590 470,640 Z",
      p[0],
    ) +
    range(5)
      .map((i) =>
        path(`M${60 + i * 38},${432 + (i % 2) * 16} l22,-${80 + (i % 3) * 18} l22,${80 + (i % 3) * 18} z`, p[5]),
      )
      .join(""),
  "blue-kettle": ({ p }) =>
    range(3)
      .map(
        (i) =>
          `<path d="M${252 + i * 62},196 c-34,-40 34,-62 0,-104 c-22,-28 10,-52 6,-74" fill="none" ${stroke(p[1 + (i % 2)], 15)}/>`,
      )
      .join("") +
    `<path d="M196,310 A126,126 0 0 1 444,310" fill="none" ${stroke(p[5], 20)}/>` +
    path("M148,508 C148,360 220,290 320,290 C420,290 492,360 492,508 Z", p[3]) +
    path("M320,290 C420,290 492,360 492,508 H320 Z", p[4]) +
    path("M470,428 C530,420 540,360 590,340 L604,366 C560,396 556,460 486,480 Z", p[4]) +
    rect(130, 508, 380, 26, p[5], 'rx="13"') +
    rect(0, 534, S, 106, p[2]) +
    circle(320, 280, 22, p[1]),
  "juke-lights": ({ p }) =>
    range(7)
      .map((i) =>
        path(
          `M${74 + i * 36},640 V${320} A${246 - i * 36},${246 - i * 36} 0 0 1 ${566 - i * 36},320 V640 Z`,
          p[1 + (i % 5)],
        ),
      )
      .join("") +
    range(9)
      .map((i) =>
        circle(
          320 + 264 * Math.cos(Math.PI + (i * Math.PI) / 8),
          320 + 264 * Math.sin(Math.PI + (i * Math.PI) / 8),
          10,
          p[4],
        ),
      )
      .join("") +
    circle(320, 470, 96, p[5]) +
    circle(320, 470, 66, p[2]) +
    circle(320, 470, 34, p[4]) +
    circle(320, 470, 9, p[5]),
  "window-seat": ({ p }) => {
    const view = circle(410, 230, 82, p[2]) + path(wave(330, 30, 1.1, 1.2), p[3]) + path(wave(402, 22, 3.6, 1.1), p[4]);
    const frame = (d, r) => `<path d="M${d},500 V${d + r} A${r},${r} 0 0 1 ${S - d},${d + r} V500 Z"`;
    return (
      `${frame(76, 244)} fill="${p[5]}"/><clipPath id="w">${frame(100, 220)}/></clipPath><g clip-path="url(#w)">${rect(0, 0, S, S, p[1]) + view}</g>` +
      rect(311, 80, 18, 420, p[5]) +
      rect(80, 300, 480, 14, p[5]) +
      rect(40, 492, 560, 40, p[2], 'rx="12"') +
      rect(72, 532, 496, 108, p[3]) +
      rect(112, 424, 128, 70, "#c9683f", 'rx="26"') +
      rect(214, 440, 104, 54, "#e3a857", 'rx="24"')
    );
  },
  "warm-circuit": ({ p, rand }) =>
    range(64)
      .map((i) => {
        const [x, y] = [40 + (i % 8) * 70, 40 + Math.floor(i / 8) * 70];
        return (
          quarter(x, y, 70, Math.floor(rand() * 4), p[1 + Math.floor(rand() * 4)]) +
          (rand() < 0.22 ? circle(x + 35, y + 35, 13, p[5]) : "")
        );
      })
      .join(""),
  "glasshouse-morning": ({ p }) =>
    circle(320, 372, 150, p[1]) +
    range(9)
      .map((i) => {
        const x = 40 + i * 62;
        const top = 120 + Math.abs(4 - i) * 44;
        return (
          path(
            `M${x},600 V${top + 30} L${x + 31},${top} L${x + 62},${top + 30} V600 Z`,
            p[1 + ((i * 2) % 5)],
            'opacity="0.62"',
          ) +
          `<path d="M${x},600 V${top + 30} L${x + 31},${top} L${x + 62},${top + 30} V600" fill="none" ${stroke(p[0], 5)}/>`
        );
      })
      .join("") +
    range(3)
      .map((i) => rect(40, 340 + i * 88, 558, 5, p[0]))
      .join(""),
  "dusty-tape": ({ p }) =>
    rect(70, 160, 500, 330, p[1], 'rx="34"') +
    rect(104, 194, 432, 190, p[2], 'rx="18"') +
    rect(104, 226, 432, 22, p[3]) +
    rect(104, 256, 432, 22, p[4]) +
    rect(168, 262, 304, 104, p[5], 'rx="52"') +
    [222, 418]
      .map(
        (x) =>
          circle(x, 314, 40, p[0]) +
          range(6)
            .map((i) => rect(x - 5, 278, 10, 18, p[5], `transform="rotate(${i * 60 + x} ${x} 314)"`))
            .join("") +
          circle(x, 314, 16, p[1]),
      )
      .join("") +
    path("M176,490 L200,420 H440 L464,490 Z", p[3]) +
    [250, 390].map((x) => circle(x, 458, 11, p[0])).join(""),
  "velvet-hour": ({ p }) =>
    range(9)
      .map((i) => circle(320 + 18 * i * Math.cos(i * 0.7), 700 - i * 12, 600 - i * 62, p[1 + (i % 4)]))
      .join("") +
    path("M470,84 A84,84 0 1 0 548,200 A66,66 0 1 1 470,84 Z", p[5]) +
    range(7)
      .map((i) => circle(70 + ((i * 149) % 350), 46 + ((i * 83) % 120), 3.5 + (i % 3) * 2, p[5]))
      .join(""),
  "sugar-satellite": ({ p }) =>
    range(4)
      .map(
        (i) =>
          `<ellipse cx="320" cy="320" rx="${276 - i * 28}" ry="${104 - i * 14}" fill="none" ${stroke(p[1 + i], 15)} transform="rotate(-24 320 320)"/>`,
      )
      .join("") +
    circle(320, 320, 142, p[2]) +
    `<clipPath id="d"><circle cx="320" cy="320" r="142"/></clipPath><g clip-path="url(#d)" transform="rotate(-24 320 320)">${range(
      5,
    )
      .map((i) => rect(160, 196 + i * 58, 320, 26, p[1 + (i % 4)]))
      .join("")}</g><path d="M67.9,432.2 A276,104 -24 0 0 572.1,207.8" fill="none" ${stroke(p[5], 19)}/>` +
    circle(560, 470, 34, p[4]) +
    circle(104, 140, 24, p[3]) +
    circle(150, 540, 14, p[5]),
};

/** Background first, then five colours. */
const palettes = {
  "checkerboard-sunday": "#f3dfb8 #e2703a #f0a648 #33261f",
  "late-for-the-ferry": "#f6d9a6 #2f6f73 #24575e #e9b44c #c8502f #f8ecd4",
  "brass-in-the-rain": "#3b4a54 #7d98a1 #b9c5bd #d99a3d #8c4a2b #f0c873",
  "slow-tide": "#f2c48d #e4572e #1f5f5b #2f7f73 #e0a458 #17403f",
  "broken-umbrella": "#f1e3cd #c63d2f #e58a4e #2d2a32 #e9b872 #3a3336",
  "amber-engine": "#2b2320 #e39a3b #8a4b20 #c9622f #f2cf8d #2b2320",
  "paper-orchard": "#f7ead2 #a9b388 #7f8f5f #d98e73 #c0533f #5c4033",
  "long-road-to-millbrook": "#f4d8ae #e2764a #d79f63 #a9713f #7a5230 #3f3a2a",
  "blue-kettle": "#ead9c0 #f7efe2 #b5653f #3f6c8c #2e5270 #2a2f3a",
  "juke-lights": "#3a1f2b #8e2f45 #d9573f #f09a4a #f7d08a #4a2233",
  "window-seat": "#e8cfa9 #f2a678 #f6dfae #7c8f7a #4f6b62 #6b4230",
  "warm-circuit": "#2a211f #d9653b #e8a04c #7a3b33 #f0d3a2 #f8ead0",
  "glasshouse-morning": "#fbeed8 #f2a65a #8fb49a #e87a5d #5f9088 #f4cf8a",
  "dusty-tape": "#e3c9a0 #4a3a34 #f2e3c6 #cf6a3e #e2a04f #5a4238",
  "velvet-hour": "#2d1b2e #5b2a4a #8a3d56 #c2605c #e59a77 #f6d9a8",
  "sugar-satellite": "#fbe3d4 #ef8f7a #f6bd7c #c96a8b #7f6aa8 #fff6ea",
};

const GRAIN = `<filter id="grain"><feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="2" seed="7"/><feColorMatrix values="0 0 0 0 0.25  0 0 0 0 0.16  0 0 0 0 0.1  0 0 0 0.55 -0.2"/></filter>
<radialGradient id="glow" cx="0.35" cy="0.25" r="0.95"><stop offset="0" stop-color="#fff3da" stop-opacity="0.2"/><stop offset="0.6" stop-color="#fff3da" stop-opacity="0"/><stop offset="1" stop-color="#2a1408" stop-opacity="0.22"/></radialGradient>`;

/** The SVG text of the cover which belongs to a song file name. */
export function cover(name) {
  const p = palettes[name].split(" ");
  const body = drawings[name]({ p, rand: rng(hash(name)) });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${S}" height="${S}" viewBox="0 0 ${S} ${S}"><defs>${GRAIN}</defs>${rect(0, 0, S, S, p[0])}${body}${rect(0, 0, S, S, "url(#glow)")}<rect width="${S}" height="${S}" filter="url(#grain)" opacity="0.55"/></svg>`;
}
