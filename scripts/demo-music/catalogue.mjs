/** Who made the songs, who may sign in, which songs there are in which format, and what people do with them. */

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

/** Playlists of three people; the covers are songs' covers. */
export const playlists = [
  {
    title: "Harbour mornings",
    description: "Slow starts, warm strings and the first ferry of the day.",
    genre: "Folk",
    private: false,
    owner: "Odalie Wrenfield",
    cover: "paper-orchard.jpg",
    songs: ["Paper Orchard", "Window Seat", "Long Road to Millbrook", "Slow Tide", "Blue Kettle"],
  },
  {
    title: "After the last tram",
    description: "For walking home when the city hums along.",
    genre: "Techno",
    private: false,
    owner: "Nilo Vantsen",
    cover: "warm-circuit.jpg",
    songs: ["Warm Circuit", "Velvet Hour", "Dusty Tape", "Glasshouse Morning", "Sugar Satellite", "Amber Engine"],
  },
  {
    title: "Knees up",
    description: "Horns, upstrokes and no sitting down.",
    genre: "Ska",
    private: false,
    owner: "Rosco Tangerine",
    cover: "brass-in-the-rain.jpg",
    songs: ["Checkerboard Sunday", "Late for the Ferry", "Brass in the Rain", "Broken Umbrella"],
  },
  {
    title: "Friends of the house",
    description: "One song from each of us, and then one more.",
    genre: null,
    private: false,
    owner: "Rosco Tangerine",
    cover: "juke-lights.jpg",
    songs: ["Juke Lights", "Amber Engine", "Window Seat", "Sugar Satellite", "Checkerboard Sunday", "Velvet Hour"],
  },
];

/** What people do with the songs: who they follow, what they like, and how often they heard what. */
export const activity = [
  {
    person: "Rosco Tangerine",
    follows: ["Odalie Wrenfield", "Nilo Vantsen"],
    followsPlaylists: ["Harbour mornings", "After the last tram"],
    likes: ["Sugar Satellite", "Window Seat", "Velvet Hour", "Amber Engine", "Blue Kettle"],
    plays: { "Sugar Satellite": 9, "Velvet Hour": 7, "Window Seat": 5, "Blue Kettle": 4, "Warm Circuit": 2 },
  },
  {
    person: "Odalie Wrenfield",
    follows: ["Rosco Tangerine"],
    followsPlaylists: ["Friends of the house", "Knees up"],
    likes: ["Checkerboard Sunday", "Sugar Satellite", "Velvet Hour", "Slow Tide"],
    plays: { "Checkerboard Sunday": 8, "Sugar Satellite": 6, "Slow Tide": 5, "Juke Lights": 3, "Dusty Tape": 1 },
  },
  {
    person: "Nilo Vantsen",
    follows: ["Odalie Wrenfield", "Rosco Tangerine"],
    followsPlaylists: ["Friends of the house"],
    likes: ["Checkerboard Sunday", "Window Seat", "Juke Lights", "Sugar Satellite"],
    plays: { "Checkerboard Sunday": 6, "Window Seat": 6, "Paper Orchard": 4, "Brass in the Rain": 3, "Velvet Hour": 2 },
  },
  {
    person: "Mika Alder",
    follows: ["Odalie Wrenfield"],
    followsPlaylists: ["Harbour mornings"],
    likes: ["Window Seat", "Paper Orchard", "Sugar Satellite"],
    plays: { "Sugar Satellite": 4, "Window Seat": 3, "Paper Orchard": 3, "Amber Engine": 2, "Late for the Ferry": 1 },
  },
];
