// Shows the newest entries of an item's history below the item.
import { localize } from "./local.js";
import { text } from "./text.js";

/** Shows the five newest entries in the history of the item in `part`, and replaces earlier ones. */
export async function showLately(part) {
  const link = part.querySelector(".tools a[href$='/history'], .tools a[href*='/history?']");
  const frame = part.querySelector(".detail-frame");
  if (!link || !frame) return;
  let page;
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch { return; }
  const entries = page.querySelector("ol.history");
  if (!entries || !frame.isConnected) return;
  for (const entry of [...entries.children].slice(5)) entry.remove();
  const section = Object.assign(document.createElement("section"), { className: "item-history" });
  section.append(Object.assign(document.createElement("h2"), { textContent: text("Recent changes") }), document.adoptNode(entries));
  frame.querySelector(".item-history")?.remove();
  frame.append(section);
  localize(section);
}
