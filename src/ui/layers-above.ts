/**
 * What lies above the page, in an attribute of the root for the styles of the page below. They could ask with `:has()`,
 * but then browsers look through the whole document, and style each row and button anew, whenever something is put in.
 */
type Layer = "dialog" | "full-dialog" | "menu";

const counts = new Map<Layer, number>();

/** @returns what takes them away again */
export function addLayers(...layers: Layer[]): () => void {
  for (const layer of layers) change(layer, 1);
  return () => layers.forEach((layer) => change(layer, -1));
}

function change(layer: Layer, by: number): void {
  counts.set(layer, (counts.get(layer) ?? 0) + by);
  const open = [...counts].filter(([, count]) => count > 0).map(([name]) => name);
  document.documentElement.toggleAttribute("data-above", open.length > 0);
  if (open.length > 0) document.documentElement.dataset["above"] = open.join(" ");
}
