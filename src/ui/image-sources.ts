const widths = [96, 320, 640];

/**
 * The width variants (`?w=`) of an image on our server. Other URLs, such as previews and external hosts, stay as they
 * are.
 */
export function imageSources(src: string, sizes: string): { src: string; srcSet?: string; sizes?: string } {
  if (!src.startsWith("/") || src.startsWith("//")) return { src };
  const at = (width: number) => `${src}${src.includes("?") ? "&" : "?"}w=${width}`;
  return {
    src: at(320),
    srcSet: widths.map((width) => `${at(width)} ${width}w`).join(", "),
    sizes,
  };
}
