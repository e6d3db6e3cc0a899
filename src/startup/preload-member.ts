/** Links that are added in one task: each costs a phone a millisecond or two. */
const atOnce = 6;

/** Asks for what the screen of members needs besides what every document asks for; the build names it in the document. */
export function preloadMember(): void {
  const script = document.querySelector<HTMLScriptElement>("script[data-member]");
  const addresses = script?.dataset["member"]?.split(" ") ?? [];
  // Once for a page.
  delete script?.dataset["member"];
  addNext();

  function addNext(): void {
    for (const href of addresses.splice(0, atOnce)) {
      const link = document.createElement("link");
      document.head.append(Object.assign(link, { rel: "modulepreload", fetchPriority: "low", href }));
    }
    if (addresses.length > 0) setTimeout(addNext);
  }
}
