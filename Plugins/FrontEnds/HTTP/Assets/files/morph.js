// Updates elements to match others without replacing them, so that focus and open elements are preserved.

/**
 * Returns the kind of a node. A node is updated in place if both have the same kind, which keeps the focus, and
 * replaced otherwise.
 */
const kind = (node) => node.nodeType === 1
  ? `${node.nodeName} ${node.dataset.kind ?? node.getAttribute("action") ?? node.classList[0]}`
  : node.nodeName;

/** Updates a node to match another one, or replaces it if their kinds differ. Returns the resulting node. */
export function morph(old, fresh) {
  if (kind(old) !== kind(fresh)) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(name === "open" && old.nodeName === "DETAILS")) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  let child = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    const next = child?.nextSibling;
    if (child) morph(child, node); else old.append(node);
    child = next;
  }
  while (child) {
    const next = child.nextSibling;
    child.remove();
    child = next;
  }
  // Don't change a choice that the user is making.
  const isTheirs = old.nodeName !== "OPTION" || old.closest("select") === document.activeElement;
  if (!isTheirs && old.selected !== old.defaultSelected) old.selected = old.defaultSelected;
  return old;
}

/** Creates the element for some markup. */
export function make(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content.firstElementChild;
}
