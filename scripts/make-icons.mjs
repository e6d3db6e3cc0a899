/** Renders the app's bitmap icons from `public/icons/icon.svg`: `node scripts/make-icons.mjs`. */
import { readFile } from "node:fs/promises";
import sharp from "sharp";

const folder = new URL("../public/icons/", import.meta.url);
const svg = await readFile(new URL("icon.svg", folder), "utf8");
// Launchers crop maskable icons, so the background is a full square; the logo already fits the safe circle of 80 %.
const square = svg.replace(/ rx="\d+"/, "");

for (const [name, source, side] of [
  ["icon-192.png", svg, 192],
  ["icon-512.png", svg, 512],
  ["icon-maskable-512.png", square, 512],
]) {
  const path = new URL(name, folder).pathname;
  await sharp(Buffer.from(source), { density: 288 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true })
    .toFile(path);
}
