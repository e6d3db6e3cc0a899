/**
 * Picks the container to render into and removes the prerendered screens of other users and languages. A document for first
 * visits has nothing of members.
 */
export function claimContainer(id: "visitor" | "member", language: string): HTMLElement {
  const containers = Array.from(document.querySelectorAll<HTMLElement>(`#${id}`));
  const container = containers.find((each) => each.dataset["language"] === language) ?? containers[0] ?? addContainer();
  // Words of another language cannot be taken over.
  if (container.dataset["language"] !== language) container.replaceChildren();
  container.id = "root";
  // From here on it may speak another.
  delete container.dataset["language"];
  for (const other of document.querySelectorAll("#visitor, #form-end, #member, #not-started")) other.remove();
  return container;
}

function addContainer(): HTMLElement {
  const container = document.createElement("div");
  document.body.prepend(container);
  return container;
}
