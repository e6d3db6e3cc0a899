/** Preloads a module behind what the page itself asks for. */
export function preload(href: string): void {
  const link = document.createElement("link");
  document.head.append(Object.assign(link, { rel: "modulepreload", fetchPriority: "low", href }));
}
