/**
 * Splits the page's styles in two: those that the documents need before any script, which their first paint waits for,
 * and the rest, which comes at the end of the document (specification 3.2).
 */
import postcss, { type ChildNode, type Container } from "postcss";

export interface SplitStyles {
  first: string;
  rest: string;
}

/** A class of a CSS module, as the bundler names it: `_name_hash_line`. The hash stands for the file. */
const moduleClass = /_[\w-]+?_([\w-]{5})_\d+(?![\w-])/g;

/**
 * A file of styles goes into one part as a whole, so that the order of its rules stays. Files do not depend on each other's
 * order, and layers keep theirs: all of them are opened in the first part.
 * @param documents the HTML that is shown before the scripts
 */
export function splitStyles(styles: string, documents: readonly string[]): SplitStyles {
  const shown = new Set(documents.flatMap(modulesOf));
  const isFirst = (node: ChildNode): boolean => {
    const modules = modulesOf(node.type === "rule" ? node.selector : node.type === "atrule" ? node.params : "");
    return modules.length === 0 || modules.some((module) => shown.has(module));
  };
  const root = postcss.parse(styles);
  const rest = root.clone();
  keep(root, isFirst);
  keep(rest, (node) => !isFirst(node));
  return { first: root.toString(), rest: rest.toString() };
}

const modulesOf = (text: string): string[] => [...text.matchAll(moduleClass)].map(([, module]) => module ?? "");

/** Rules and key frames count; what groups them goes once it is empty. */
function keep(container: Container, isWanted: (node: ChildNode) => boolean): void {
  container.each((node) => {
    const isGroup = node.type === "atrule" && node.nodes !== undefined && !namesItself.test(node.name);
    if (isGroup) keep(node, isWanted);
    if (isGroup ? node.nodes?.length === 0 : !isWanted(node)) node.remove();
  });
}

/** At-rules that are one thing by themselves. */
const namesItself = /^(-webkit-)?keyframes$|^font-face$|^property$|^page$/;
