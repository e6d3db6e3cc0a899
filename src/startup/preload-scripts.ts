/** Preloads the scripts that the build lists in the document. */
import { noteStart } from "./code-cache.ts";
import { preload } from "./preload.ts";

/** Links added per task: each takes a phone a millisecond or two. */
const atOnce = 3;

/** What every page needs; a document for first visits asks for it later (`start-after-paint.ts`). */
export const preloadVisitor = (): void => preloadAll(takeList("always"), false);

/** The same, and the member's scripts. */
export function preloadMember(): void {
  const always = takeList("always");
  const [first, ...others] = takeList("member");
  if (first !== undefined) preloadAll([...always, first, ...others], noteStart(first, Date.now()));
}

function preloadAll(addresses: string[], isCompiled: boolean): void {
  // In tasks of their own: the first script holds up the parser.
  setTimeout(addNext);

  function addNext(): void {
    for (const address of addresses.splice(0, atOnce)) preload(address, isCompiled);
    if (addresses.length > 0) setTimeout(addNext);
  }
}

/** A list is taken once. */
function takeList(name: "always" | "member"): string[] {
  const script = document.querySelector<HTMLScriptElement>(`script[data-${name}]`);
  const list = script?.dataset[name]?.split(" ") ?? [];
  delete script?.dataset[name];
  return list;
}
