/**
 * What the keyboard of a phone leaves of the page, for what has to stay in sight: how far it begins below the page's top and
 * ends above its bottom, as `--seen-top` and `--seen-bottom` of the document, and `data-keyboard`. Browsers shrink what is
 * seen, and neither the page nor its units of length.
 */

/** A keyboard takes more; in px. */
const leastKeyboard = 120;

let followers = 0;
let stop = () => {};

/** Returns a function that ends it. */
export function followVisibleArea(): () => void {
  followers += 1;
  if (followers === 1) stop = follow();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    followers -= 1;
    if (followers === 0) stop();
  };
}

function follow(): () => void {
  const { visualViewport: seen } = window;
  const root = document.documentElement;
  const show = (top: number, bottom: number) => {
    root.style.setProperty("--seen-top", `${top}px`);
    root.style.setProperty("--seen-bottom", `${bottom}px`);
    const wasOpen = "keyboard" in root.dataset;
    if (top + bottom > 0) root.dataset["keyboard"] = "";
    else delete root.dataset["keyboard"];
    // What is typed into may be out of sight in what has become lower.
    if (!wasOpen && "keyboard" in root.dataset) document.activeElement?.scrollIntoView({ block: "nearest" });
  };
  const measure = () => {
    if (!seen) return;
    const { offsetTop, height, scale } = seen;
    const hidden = window.innerHeight - height;
    // A page that is zoomed is moved by its reader.
    if (scale > 1.01 || hidden < leastKeyboard) show(0, 0);
    else show(Math.max(0, offsetTop), Math.max(0, hidden - offsetTop));
  };
  measure();
  const listening = new AbortController();
  for (const type of ["resize", "scroll"]) seen?.addEventListener(type, measure, { signal: listening.signal });
  return () => {
    listening.abort();
    root.style.removeProperty("--seen-top");
    root.style.removeProperty("--seen-bottom");
    delete root.dataset["keyboard"];
  };
}
