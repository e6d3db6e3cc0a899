/** Who made the songs, who may sign in, and which songs there are in which format. */

import { rosco } from "./songs-rosco.mjs";
import { odalie } from "./songs-odalie.mjs";
import { nilo } from "./songs-nilo.mjs";

export const artists = [
  { email: "rosco@demo.offbeat.test", firstName: "Rosco", lastName: "Tangerine" },
  { email: "odalie@demo.offbeat.test", firstName: "Odalie", lastName: "Wrenfield" },
  { email: "nilo@demo.offbeat.test", firstName: "Nilo", lastName: "Vantsen" },
];

export const accounts = [
  {
    email: "listener@demo.offbeat.test",
    password: "Listen2offbeat!",
    firstName: "Mika",
    lastName: "Alder",
    artist: false,
  },
  {
    email: "rosco@demo.offbeat.test",
    password: "Upstroke4ever!",
    firstName: "Rosco",
    lastName: "Tangerine",
    artist: true,
  },
];

/** Songs kept as MP3, so that both formats are in the library; the others are AAC. */
const mp3 = ["late-for-the-ferry", "paper-orchard", "dusty-tape"];
/** Songs which carry their cover inside the file as well. */
const embedded = ["checkerboard-sunday", "paper-orchard", "blue-kettle"];

export const songs = [...rosco, ...odalie, ...nilo].map((song) => ({
  ...song,
  format: mp3.includes(song.file) ? "mp3" : "m4a",
  embed: embedded.includes(song.file),
}));
