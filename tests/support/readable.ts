/** What large text, or wide spacing of it, makes unreadable or unreachable on a page (WCAG 1.4.4, 1.4.10, 1.4.12). */
import type { Page } from "playwright-core";

/** What is wrong in the open menu or dialog, or else on the page, a line each. Scrolls to every control. */
export async function findUnreadable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const root = [...document.querySelectorAll("dialog[open], [role=menu]")].at(-1) ?? document.body;
    const name = (one: Element) =>
      `${one.tagName.toLowerCase()} "${(one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 50)}"`;
    const isShown = (one: Element) =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.closest("[inert]") === null;
    const parentsOf = (one: Element | null): Element[] => (one === null ? [] : [one, ...parentsOf(one.parentElement)]);
    const barOf = (one: Element) =>
      parentsOf(one).find((parent) => ["sticky", "fixed"].includes(getComputedStyle(parent).position));
    /** Only screen readers read it. */
    const isHidden = (one: Element) => parentsOf(one).some((parent) => getComputedStyle(parent).clipPath !== "none");

    interface Text {
      parent: Element;
      box: DOMRect;
    }

    /** The lines of a text as they are seen; says what of them is cut off. */
    function readText(text: Node, parent: Element): Text[] {
      const size = Number.parseFloat(getComputedStyle(parent).fontSize);
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()].flatMap((line) => {
        // The letters, without the room above and below them that a font asks for.
        let box = new DOMRect(line.x, line.y + 0.2 * size, line.width, Math.max(1, line.height - 0.4 * size));
        for (const frame of parentsOf(parent)) {
          const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(frame);
          if (overflowX === "visible" && overflowY === "visible") continue;
          const inner = frame.getBoundingClientRect();
          const [left, right] = [Math.max(box.left, inner.left), Math.min(box.right, inner.right)];
          const [top, bottom] = [Math.max(box.top, inner.top), Math.min(box.bottom, inner.bottom)];
          const isBeside = ["hidden", "clip"].includes(overflowX) && right - left < box.width - 2;
          const isBelow = ["hidden", "clip"].includes(overflowY) && bottom - top < box.height - 2;
          // Names may end in dots; what a control says may not.
          const isMeant = textOverflow === "ellipsis" || webkitLineClamp !== "none";
          const mayEnd = isMeant && parent.closest("button, label, [role=tab], [role^=menuitem], nav a") === null;
          const isGone = right - left < 1 || bottom - top < 1;
          // A word beside a sign may give way as a whole.
          const mayGo = isGone && parent.parentElement?.querySelector(":scope > svg, :scope > img") != null;
          if ((isBeside || isBelow) && !mayEnd && !mayGo) found.push(`cut off: ${name(parent)}`);
          if (isGone) return [];
          box = new DOMRect(left, top, right - left, bottom - top);
        }
        return [{ parent, box }];
      });
    }

    function findOverlaps(texts: readonly Text[]): void {
      texts.forEach((one, index) => {
        for (const other of texts.slice(index + 1)) {
          if (one.parent === other.parent || one.parent.contains(other.parent) || other.parent.contains(one.parent))
            continue;
          const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
          if (across > 3 && down > 3 && barOf(one.parent) === barOf(other.parent))
            found.push(`over each other: ${name(one.parent)} and ${name(other.parent)}`);
        }
      });
    }

    function findUnreachable(): void {
      for (const one of root.querySelectorAll("a, button, input, select, textarea, [role=tab], [role^=menuitem]")) {
        if (!isShown(one) || isHidden(one)) continue;
        one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
        // A skip link shows with the focus.
        if (width <= 1 || height <= 1 || bottom <= 0) continue;
        if (left < -1 || right > innerWidth + 1) found.push(`beyond the edge: ${name(one)}`);
        const points = [0.5, 0.25, 0.75].flatMap((x) => [0.5, 0.25, 0.75].map((y) => [x, y] as const));
        const isHit = points.some(([x, y]) => {
          const hit = document.elementFromPoint(left + x * width, top + y * height);
          return hit !== null && (one.contains(hit) || one.closest("label")?.contains(hit) === true);
        });
        if (!isHit) found.push(`out of reach: ${name(one)}`);
      }
    }

    scrollTo(0, 0);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (parent === null || text.textContent?.trim() === "" || parent.closest("script, style, option, svg")) continue;
      if (isShown(parent) && !isHidden(parent)) texts.push(...readText(text, parent));
    }
    findOverlaps(texts);
    if (document.documentElement.scrollWidth > innerWidth + 1) found.push("the page scrolls sideways");
    findUnreachable();
    return [...new Set(found)];
  });
}
