/**
 * Critical CSS: splits the page's styles into those of the prerendered documents, which the first paint waits for, and the
 * deferred ones (specification 3.2).
 */
import postcss, { type ChildNode, type Container } from "postcss";

export interface CriticalCss {
  critical: string;
  deferred: string;
}

/** A class of a CSS module, as the bundler names it: `_name_hash_line`. The hash stands for the file. */
const moduleClass = /_[\w-]+?_([\w-]{5})_\d+(?![\w-])/g;

/**
 * A file of styles goes into one part as a whole, so that the order of its rules stays. Files do not depend on each other's
 * order, and layers keep theirs: all of them are opened in the critical part.
 * @param documents the HTML that is shown before the scripts
 */
export function splitCriticalCss(styles: string, documents: readonly string[]): CriticalCss {
  const shown = new Set(documents.flatMap(modulesOf));
  const isCritical = (node: ChildNode): boolean => {
    const modules = modulesOf(node.type === "rule" ? node.selector : node.type === "atrule" ? node.params : "");
    return modules.length === 0 || modules.some((module) => shown.has(module));
  };
  const root = postcss.parse(styles);
  const rest = root.clone();
  keep(root, isCritical);
  keep(rest, (node) => !isCritical(node));
  return { critical: root.toString(), deferred: rest.toString() };
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
