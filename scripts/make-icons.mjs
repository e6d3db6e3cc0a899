/** Renders the app's bitmap icons from `public/icons/icon.svg`: `node scripts/make-icons.mjs`. */
import { readFile } from "node:fs/promises";
import sharp from "sharp";

const folder = new URL("../public/icons/", import.meta.url);
const svg = await readFile(new URL("icon.svg", folder), "utf8");
// Launchers crop maskable icons, so the background is a full square; the logo already fits the safe circle of 80 %.
const ground = svg.slice(svg.indexOf("<defs>"), svg.indexOf("<g "));
/** A shortcut of the installed app: a sign on the icon's ground. */
const shortcut = (sign) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">${ground}
    <g transform="translate(256 256) scale(12) translate(-12 -12)" fill="none" stroke="#f6ede3" stroke-width="2.2"
      stroke-linecap="round" stroke-linejoin="round">${sign}</g></svg>`;
const heart =
  "M12 20.5 C5 15.5 2.5 12 2.5 8.6 A4.9 4.9 0 0 1 12 6.6 A4.9 4.9 0 0 1 21.5 8.6 C21.5 12 19 15.5 12 20.5 Z";
const square = svg.replace(/ rx="\d+"/, "");

for (const [name, source, side] of [
  ["icon-192.png", svg, 192],
  ["icon-512.png", svg, 512],
  ["icon-maskable-192.png", square, 192],
  ["icon-maskable-512.png", square, 512],
  ["shortcut-favourites.png", shortcut(`<path d="${heart}" fill="#ff7a3c" stroke="none"/>`), 96],
  ["shortcut-search.png", shortcut('<circle cx="10.5" cy="10.5" r="7"/><path d="M16 16 L21 21"/>'), 96],
  ["shortcut-resume.png", shortcut('<path d="M7 4.5 L19 12 L7 19.5 Z" fill="#f6ede3"/>'), 96],
]) {
  const path = new URL(name, folder).pathname;
  await sharp(Buffer.from(source), { density: 288 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true })
    .toFile(path);
}
