/** Preloads the member's scripts, which the build lists in the document. */
export function preloadMember(): void {
  const script = document.querySelector<HTMLScriptElement>("script[data-member]");
  const addresses = script?.dataset["member"]?.split(" ") ?? [];
  delete script?.dataset["member"];
  // In a task of its own, as the first script holds up the parser; in one, as others would wait for style and layout.
  setTimeout(() =>
    document.head.append(
      ...addresses.map((href) =>
        Object.assign(document.createElement("link"), { rel: "modulepreload", fetchPriority: "low", href }),
      ),
    ),
  );
}
