// What was done to an item lately, below it.
import { localize } from "./local.js";

/** The newest of what was done stands below an item's facts; the rest is behind the link. */
export async function showLately(part) {
  const link = part.querySelector(".detail-frame .actions a[href*='/history']");
  if (!link) return;
  let page;
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch { return; }
  const entries = page.querySelector("ol.history");
  if (!entries || !link.isConnected) return;
  for (const entry of [...entries.children].slice(5)) entry.remove();
  const section = Object.assign(document.createElement("section"), { className: "item-history" });
  section.append(Object.assign(document.createElement("h2"), { textContent: "Lately" }), document.adoptNode(entries));
  link.closest(".detail-frame").append(section);
  localize(section);
}
