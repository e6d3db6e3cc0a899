/**
 * The floor of a start without a network: React and Dexie alone, with the rows of the favourites, and the first of their
 * songs in a bare audio element.
 */
import Dexie from "dexie";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";

declare global {
  interface Window {
    /** Milliseconds from the navigation to the frame after the list. */
    listed?: number;
    /** To the first sound. */
    sounded?: number;
    /** Why there is none. */
    failure?: string;
  }
}

const rowsAtMost = 16;
const uid = new URLSearchParams(location.search).get("uid") ?? "";

const db = await new Dexie(`offbeat-account-${uid}`).open();
const [list, songs, downloads] = await Promise.all([
  db.table("queries").where("key").equals(`q-["favourites","${uid}"]`).toArray(),
  db.table<{ value: unknown }>("queries").where("key").startsWith(`q-["songs","${uid}","favourites"`).toArray(),
  db.table<{ title: string; path: string }>("downloads").toArray(),
]);
if ([list, songs, downloads].some((rows) => rows.length === 0)) throw new Error("The list is not on the device");

const titles = downloads.slice(0, rowsAtMost).map(({ title }, at) => createElement("li", { key: at }, title));
const host = document.createElement("main");
document.body.append(host);
flushSync(() => createRoot(host).render(createElement("ul", null, titles)));
requestAnimationFrame(() =>
  setTimeout(() => {
    window.listed = performance.now();
    playFirst().catch((error: unknown) => (window.failure = String(error)));
  }),
);

async function playFirst(): Promise<void> {
  const [first] = downloads;
  const cache = await caches.open(`offbeat-audio-${uid}`);
  const file = await cache.match(first?.path ?? "");
  if (file === undefined) throw new Error("The song is not on the device");
  const audio = new Audio(URL.createObjectURL(await file.blob()));
  audio.addEventListener("playing", () => (window.sounded ??= performance.now()));
  await audio.play();
}
