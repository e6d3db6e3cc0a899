/** Notes how far each shelf is scrolled before the page is mounted anew. Returns what scrolls those in their places. */
export function noteShelves(): () => void {
  const before = lists().map(({ scrollLeft }) => scrollLeft);
  return () => {
    for (const [index, list] of lists().entries()) list.scrollLeft = before[index] ?? 0;
  };
}

const lists = () => [...document.querySelectorAll("main [role=list]")];
