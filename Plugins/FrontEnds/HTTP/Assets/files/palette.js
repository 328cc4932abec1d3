// A command palette that opens any item, view or action.
import { home } from "./home.js";
import { request } from "./request.js";
import { text as words } from "./text.js";

const element = (name, properties) => Object.assign(document.createElement(name), properties);

/** Returns the links and buttons of the page by their titles. */
function offers() {
  const found = [];
  const seen = new Set();
  const add = (kind, text, act) => {
    const name = text.replace(/\s+/g, " ").trim();
    if (!name || seen.has(name)) return;
    seen.add(name);
    found.push({ kind, name, act });
  };
  for (const link of document.querySelectorAll(".views a")) add(words("View"), link.textContent, () => link.click());
  for (const control of document.querySelectorAll(".tools a, .history button, .detail-frame .actions a")) {
    if (control.closest(".hidden, dialog")) continue;
    add(words("Action"), control.getAttribute("aria-label") ?? control.textContent.replace("+", ""), () => control.click());
  }
  for (const link of document.querySelectorAll(".sidebar a")) add(words("Section"), link.querySelector("bdi").textContent, () => link.click());
  for (const link of document.querySelectorAll(".lists a")) add(words("Go to"), link.textContent, () => link.click());
  const writes = "canWrite" in document.body.dataset ? [[words("Add an item"), "items/new"], [words("Import"), "import"]] : [];
  for (const [name, address] of [[words("List"), ""], [words("Favorites"), "?favorites=true"], ...writes, [words("Places"), "places"],
    [words("Insurance report"), "report"], [words("More: export, text size, keyboard shortcuts"), "more"]]) {
    add(words("Go to"), name, () => location.assign(home + address));
  }
  return found;
}

/** Whether a text contains all words. */
const holds = (text, words) => words.every((word) => text.toLowerCase().includes(word));

/** Opens the palette. `open` opens an item. */
export function showPalette(open) {
  if (document.querySelector("dialog[open]")) return;
  const all = offers();
  const dialog = element("dialog", { className: "palette" });
  const field = element("input", { type: "search", placeholder: words("Item, view or action"), autocomplete: "off", spellcheck: false });
  const list = element("ul", { id: "palette-list" });
  const status = element("p", { className: "hidden" });
  const nothing = element("p", { textContent: words("Nothing found. Try fewer letters."), ariaHidden: "true", hidden: true });
  dialog.setAttribute("aria-label", words("Go to"));
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", words("Results"));
  status.setAttribute("role", "status");
  for (const [name, value] of Object.entries({ role: "combobox", "aria-expanded": "true", "aria-controls": list.id, "aria-autocomplete": "list", "aria-label": words("Go to") })) field.setAttribute(name, value);
  let [found, chosen, waiting, latest] = [[], 0, undefined, 0];
  /** Whether the search for the input has finished, and whether to open the first match. */
  let [isLooked, isHasty] = [true, false];
  const choose = (index) => {
    chosen = Math.max(0, Math.min(found.length - 1, index));
    [...list.children].forEach((line, at) => line.setAttribute("aria-selected", String(at === chosen)));
    const line = list.children[chosen];
    if (line) field.setAttribute("aria-activedescendant", line.id); else field.removeAttribute("aria-activedescendant");
    line?.scrollIntoView({ block: "nearest" });
  };
  const show = (entries, isComplete = false) => {
    found = entries;
    list.replaceChildren(...entries.map(({ kind, name, detail }, index) => {
      const line = element("li", { id: `palette-${index}` });
      line.setAttribute("role", "option");
      line.append(element("bdi", { textContent: name }), " ", element("small", { textContent: detail ?? kind }));
      line.addEventListener("click", () => take(index));
      return line;
    }));
    nothing.hidden = !isComplete || entries.length > 0;
    status.textContent = nothing.hidden ? words("{1} found", entries.length) : words("Nothing found.");
    choose(0);
  };
  const take = (index) => {
    const entry = found[index];
    if (!entry) return;
    dialog.close();
    entry.act();
  };
  const search = async () => {
    const text = field.value.trim();
    const sought = text.toLowerCase().split(/\s+/).filter(Boolean);
    const own = all.filter(({ name, kind }) => holds(`${name} ${kind}`, sought)).slice(0, sought.length ? 6 : 12);
    const number = ++latest;
    isLooked = true;
    show(own);
    if (!sought.length) return;
    try {
      const answer = await request(`${home}api/items?limit=8&search=${encodeURIComponent(text)}`, { headers: { Accept: "application/json" } });
      if (!answer.ok || number !== latest) return;
      const { items } = await answer.json();
      const keep = chosen;
      show([...own, ...items.map((item) => ({ name: item.name, detail: item.location ?? words("Item"), act: () => open(item.id) }))], true);
      choose(keep);
      if (isHasty) take(0);
    } catch { status.textContent = words("The server can't be reached."); }
  };
  field.addEventListener("input", () => { isLooked = isHasty = false; clearTimeout(waiting); waiting = setTimeout(search, 80); });
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      // If Return is pressed before the search finishes, use its result.
      clearTimeout(waiting);
      if (!isLooked) search();
      isHasty = !found.length;
      take(chosen);
    }
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(field, list, nothing, status);
  document.body.append(dialog);
  dialog.showModal();
  show(all.slice(0, 12));
}
