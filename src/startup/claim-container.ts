/** Picks the container to render into and removes the prerendered screens of other users. */
export function claimContainer(id: "visitor" | "member"): HTMLElement {
  const container = document.getElementById(id);
  if (container === null) throw new Error(`index.html has no #${id}`);
  container.id = "root";
  for (const other of document.querySelectorAll("#visitor, #member, #not-started")) other.remove();
  return container;
}
