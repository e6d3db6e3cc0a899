/** Probes whether this browser plays a file, before the upload (specification 4.19). */

/** "unknown": no result in time, as in browsers that load nothing before a user gesture. */
export type Playback = "plays" | "fails" | "unknown";

/** The part of a media element that a probe uses. */
export type ProbeElement = Pick<
  HTMLAudioElement,
  "src" | "preload" | "muted" | "error" | "networkState" | "load" | "addEventListener" | "removeAttribute"
>;

const answerMs = 5_000;
/** After one timeout the probe waits less for further files. */
const shortAnswerMs = 300;
/** MediaError: the file could not be decoded, or is of no known kind. */
const unplayable: ReadonlySet<number | undefined> = new Set([3, 4]);
/** HTMLMediaElement.NETWORK_IDLE. */
const networkIdle = 1;

/** Probes one file at a time, because browsers limit media elements. The probe never rejects. */
export function createProbe(createElement: () => ProbeElement = () => new Audio()): (file: File) => Promise<Playback> {
  let last: Promise<unknown> = Promise.resolve();
  let timeoutMs = answerMs;

  async function probe(file: File): Promise<Playback> {
    let playback = await load(file, createElement(), timeoutMs);
    // A wrong file name gives a wrong type; without a type the browser sniffs the content.
    if (playback === "fails" && file.type !== "") playback = await load(file.slice(), createElement(), timeoutMs);
    if (playback === "unknown") timeoutMs = shortAnswerMs;
    return playback;
  }

  return (file) => {
    const result = last
      .then(() => probe(file))
      .catch((error: unknown): Playback => {
        console.warn("A file could not be tried", error);
        return "unknown";
      });
    last = result;
    return result;
  };
}

/**
 * Loads only the beginning and plays nothing, so that no audio device is needed. An element whose source may just begin to
 * load is given up once it tells something: sooner, that may hang the page in WebKitGTK (docs/browsers.md).
 */
function load(blob: Blob, element: ProbeElement, timeoutMs: number): Promise<Playback> {
  const url = URL.createObjectURL(blob);
  const giveUp = () => {
    element.removeAttribute("src");
    element.load();
    URL.revokeObjectURL(url);
  };
  return new Promise<Playback>((resolve) => {
    let isKnown = false;
    const timer = setTimeout(() => {
      resolve(isKnown ? "plays" : "unknown");
      if (isKnown || element.networkState === networkIdle) giveUp();
      else element.addEventListener("loadedmetadata", giveUp);
    }, timeoutMs);
    const end = (playback: Playback) => (clearTimeout(timer), resolve(playback), giveUp());
    element.addEventListener("loadedmetadata", () => (isKnown = true));
    element.addEventListener("canplay", () => end("plays"));
    element.addEventListener("error", () => end(unplayable.has(element.error?.code) ? "fails" : "unknown"));
    element.preload = "auto";
    element.muted = true;
    element.src = url;
    element.load();
  });
}
