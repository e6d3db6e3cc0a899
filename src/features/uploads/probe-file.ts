/** Asks this browser whether it plays a file, before the file is sent (specification 4.19). */

/** "unknown": it gave no answer in time, as where nothing is loaded before a gesture. */
export type Playback = "plays" | "fails" | "unknown";

/** What a probe uses of a media element. */
export type ProbeElement = Pick<
  HTMLAudioElement,
  "src" | "preload" | "muted" | "error" | "load" | "addEventListener" | "removeAttribute"
>;

const answerMs = 5_000;
/** A browser that gave no answer once is not waited for with every file of a batch. */
const shortAnswerMs = 300;
/** MediaError: the file could not be decoded, or is of no known kind. */
const unplayable: ReadonlySet<number | undefined> = new Set([3, 4]);

/** One file at a time: a browser has only so many media elements. The probe never rejects. */
export function createProbe(createElement: () => ProbeElement = () => new Audio()): (file: File) => Promise<Playback> {
  let turn: Promise<unknown> = Promise.resolve();
  let patience = answerMs;

  async function probe(file: File): Promise<Playback> {
    let playback = await load(file, createElement(), patience);
    // A wrong name makes a wrong type; without one the browser looks at the content.
    if (playback === "fails" && file.type !== "") playback = await load(file.slice(), createElement(), patience);
    if (playback === "unknown") patience = shortAnswerMs;
    return playback;
  }

  return (file) => {
    const mine = turn.then(() => probe(file));
    turn = mine;
    return mine;
  };
}

/** Loads as much as the beginning takes, and plays nothing: so no audio device is needed. */
function load(blob: Blob, element: ProbeElement, patience: number): Promise<Playback> {
  const url = URL.createObjectURL(blob);
  return new Promise<Playback>((resolve) => {
    let isKnown = false;
    const timer = setTimeout(() => resolve(isKnown ? "plays" : "unknown"), patience);
    const end = (playback: Playback) => (clearTimeout(timer), resolve(playback));
    element.addEventListener("loadedmetadata", () => (isKnown = true));
    element.addEventListener("canplay", () => end("plays"));
    element.addEventListener("error", () => end(unplayable.has(element.error?.code) ? "fails" : "unknown"));
    element.preload = "auto";
    element.muted = true;
    element.src = url;
    element.load();
  }).finally(() => {
    element.removeAttribute("src");
    element.load();
    URL.revokeObjectURL(url);
  });
}
