const widths = [96, 320, 640];

/**
 * The width variants of an image of our own server (`?w=`). Anything else, such as a preview or an outside media
 * host, is taken as it is.
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
