// The elements that contain rows: sections with a header and a footer, or one plain list.
import { make } from "./morph.js";
import { text } from "./text.js";

/**
 * Arranges elements in a parent with as few moves as possible. Elements that aren't `ours` stay after their
 * predecessor.
 */
export function arrange(parent, wanted, ours = "*") {
  const stays = new Set(wanted);
  for (const child of [...parent.children]) if (child.matches(ours) && !stays.has(child)) child.remove();
  let next = parent.firstElementChild;
  for (const node of wanted) {
    while (next && !stays.has(next)) next = next.nextElementSibling;
    if (next === node) next = next.nextElementSibling; else parent.insertBefore(node, next);
  }
}

/** Returns the element of a section with its loaded rows. */
export function fill(section, index, rows, isContinued, isWhole) {
  if (!section.head) {
    section.part ??= make(`<ul class="rows" aria-label="${text("Items")}"></ul>`);
    arrange(section.part, rows, ".row");
    return section.part;
  }
  section.part ??= make(`<section><h2></h2><ul class="rows"></ul></section>`);
  const [heading, list] = section.part.children;
  heading.id = `section-${index}`;
  section.part.setAttribute("aria-labelledby", heading.id);
  const head = section.head + (isContinued ? " <small>continued</small>" : "");
  if (heading.innerHTML !== head) heading.innerHTML = head;
  arrange(list, rows, ".row");
  let foot = section.part.querySelector(".footer");
  if (!isWhole || section.foot === undefined) {
    foot?.remove();
  } else {
    if (!foot) section.part.append(foot = make(`<p class="footer"></p>`));
    // The displayed text uses the browser's number format.
    if (foot.source !== section.foot) foot.innerHTML = foot.source = section.foot;
  }
  return section.part;
}
