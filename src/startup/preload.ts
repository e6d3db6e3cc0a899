/**
 * Preloads a module behind what the page itself asks for.
 * @param isCompiled the browser keeps compiled code of it, which Chromium uses for a module preloaded as a script only
 */
export function preload(href: string, isCompiled: boolean): void {
  const link = document.createElement("link");
  const kind = isCompiled ? { rel: "preload", as: "script", crossOrigin: "" } : { rel: "modulepreload" };
  document.head.append(Object.assign(link, kind, { fetchPriority: "low", href }));
}
