import { preload } from "./preload.ts";

/** When the paint is not told of by then, the start waits no longer. Milliseconds. */
const patienceMs = 1_000;

/**
 * Asks for the scripts and styles that the build lists in a document for first visits once its form is painted
 * (specification 3.2.15): before, they would take line and processor from the paint. Other documents ask for theirs
 * themselves.
 * @param atOnce for who is a member all the same, and waits for them
 */
export function startAfterPaint(atOnce: boolean): void {
  const script = document.querySelector<HTMLScriptElement>("script[data-start]");
  if (script === null) return;
  const { start = "", needs = "", styles = "" } = script.dataset;
  function run(): void {
    addStyles(styles);
    for (const address of needs.split(" ")) preload(address, false);
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src: start }));
  }
  // A hidden page is not painted.
  if (atOnce || document.visibilityState === "hidden") return run();
  const painted = new Promise<unknown>((resolve) => {
    new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
    setTimeout(resolve, patienceMs);
  });
  void painted.then(run);
}

/** With a media query that matches nothing: the page chooses when they count (`deferred-styles.ts`). */
function addStyles(href: string): void {
  const link = document.createElement("link");
  link.dataset["deferred"] = "";
  document.head.append(Object.assign(link, { rel: "stylesheet", crossOrigin: "", media: "not all", href }));
}
