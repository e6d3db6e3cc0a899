/** Notes what pages do while a test lets things go wrong: the rows they queue, and how long music was wanted and silent. */
import type { BrowserContext } from "playwright-core";
import type { OutboxRow } from "../../src/db/database.ts";

/** A row as it was stored for good. */
type QueuedRow = Pick<OutboxRow, "id" | "version" | "operation">;

/** Of one load of a page; milliseconds. */
interface Sound {
  played: number;
  /** The player said that it plays, and nothing moved for longer than half a second. */
  silent: number;
  gaps: number;
  longestGap: number;
}

export interface PageNotes {
  rows: QueuedRow[];
  sounds: ReadonlyMap<string, Sound>;
}

declare global {
  interface Window {
    noteRow(row: QueuedRow): void;
    noteSound(load: string, sound: Sound): void;
  }
}

/** Of all pages that are loaded from now on. */
export async function notePages(context: BrowserContext): Promise<PageNotes> {
  const rows: QueuedRow[] = [];
  const sounds = new Map<string, Sound>();
  await context.exposeFunction("noteRow", (row: QueuedRow) => void rows.push(row));
  await context.exposeFunction("noteSound", (load: string, sound: Sound) => void sounds.set(load, sound));
  await context.addInitScript(noteRows);
  await context.addInitScript(noteSounds);
  return { rows, sounds };
}

/** In the page. */
function noteRows(): void {
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (row: QueuedRow, key?: IDBValidKey) {
    if (this.name === "outbox") {
      const { id, version, operation } = row;
      this.transaction.addEventListener("complete", () => window.noteRow({ id, version, operation }));
    }
    return add.call(this, row, key);
  };
}

/** In the page. */
function noteSounds(): void {
  const elements = new Set<HTMLMediaElement>();
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    elements.add(this);
    return play.call(this);
  };
  const load = `${performance.timeOrigin} ${Math.random()}`;
  const sound = { played: 0, silent: 0, gaps: 0, longestGap: 0 };
  let places = 0;
  let last = performance.now();
  let still = 0;
  setInterval(() => {
    const passed = performance.now() - last;
    last += passed;
    const before = places;
    places = [...elements].reduce((sum, { currentTime }) => sum + currentTime, 0);
    const isWanted = document.querySelector("[aria-label='Player'] button[aria-label='Pause']") !== null;
    if (places !== before) sound.played += passed;
    still = isWanted && places === before ? still + passed : 0;
    if (still > 500) {
      if (still - passed <= 500) sound.gaps += 1;
      sound.silent += still - passed <= 500 ? still : passed;
      sound.longestGap = Math.max(sound.longestGap, still);
    }
    if (elements.size > 0) window.noteSound(load, sound);
  }, 250);
}
