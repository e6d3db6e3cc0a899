import { preload } from "./preload.ts";

/** Links added per task: each takes a phone a millisecond or two. */
const atOnce = 3;

/** Preloads the member's scripts, which the build lists in the document. */
export function preloadMember(): void {
  const script = document.querySelector<HTMLScriptElement>("script[data-member]");
  const addresses = script?.dataset["member"]?.split(" ") ?? [];
  delete script?.dataset["member"];
  // In tasks of their own: the first script holds up the parser.
  setTimeout(addNext);

  function addNext(): void {
    addresses.splice(0, atOnce).forEach(preload);
    if (addresses.length > 0) setTimeout(addNext);
  }
}
