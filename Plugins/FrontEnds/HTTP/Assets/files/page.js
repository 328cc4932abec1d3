// Progressive enhancement: makes pages faster to use. Without it, all links and forms still work.
import { openForm } from "./actions.js";
import { announce, messageOf, noteOwn } from "./announce.js";
import { isPlain } from "./clicks.js";
import { confirmDeletion, reasonOf, sayBeside, sayUnreachable } from "./dialogs.js";
import { followFacts } from "./fields.js";
import { enhanceForm } from "./forms.js";
import { addCamera, sendFiles } from "./files.js";
import { home } from "./home.js";
import { areOn, describeKeys, followKeys, showKeys } from "./keys.js";
import { begin, goBack, goToSection, hear, listAddress, readAnew, rows, savePlace, show } from "./list.js";
import { follow, isLive } from "./live.js";
import { showLately } from "./lately.js";
import { localize } from "./local.js";
import { followMarks } from "./marks.js";
import { showPalette } from "./palette.js";
import { close, hasRoom, makePane, readPane, showAnswer, showInPane, showNamed } from "./pane.js";
import { request } from "./request.js";
import { moveByKeyboard, moveByOne } from "./rows.js";
import { enhanceScan } from "./scan.js";
import { text } from "./text.js";

document.documentElement.classList.add("enhanced");

const list = () => document.getElementById("list");

/** Announces the user's own change after the server has made it. The list displays it when the step arrives. */
function made(answer, text) {
  noteOwn(answer.headers.get("Loot-State"), text);
  if (!isLive()) readAnew();
}

/** Returns a description of what undo or redo did. Actions return their own message. */
function words(form) {
  const what = form.querySelector(".what")?.textContent;
  if (form.action.endsWith("/undo")) return text("Undone: {1}.", what);
  return text("Redone: {1}.", what);
}

/** Submits a form. Shows an error next to the control. */
async function send(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  const button = submitter ?? form.querySelector("button");
  const done = words(form);
  button.setAttribute("aria-busy", "true");
  const place = form.closest(".row, .summary");
  try {
    const answer = await request(form.action, {
      method: "POST", body, headers: { Accept: "text/html", Prefer: "return=minimal" },
    });
    if (answer.ok) made(answer, await messageOf(answer) ?? done); else sayBeside(await reasonOf(answer), place);
  } catch {
    sayUnreachable(text("Nothing was changed."), place);
  }
  button.removeAttribute("aria-busy");
}

// Search while typing. All keystrokes are one entry in the browser's history.
let typing;
let isSearching = false;
addEventListener("input", (event) => {
  const form = event.target.closest?.(".search");
  if (!form || !list() || event.isComposing || event.target.type !== "search") return;
  clearTimeout(typing);
  typing = setTimeout(() => {
    show(addressOf(form), { push: isSearching ? "replace" : true });
    isSearching = true;
  }, 150);
});
addEventListener("focusout", (event) => { if (event.target.closest?.(".search")) isSearching = false; });

// A choice made with the pointer applies immediately. The arrow keys pass other choices on the way, so a choice made
// with the keyboard must be confirmed.
let isByKey = false;
addEventListener("keydown", (event) => { isByKey = event.target.matches?.("select"); }, true);
addEventListener("pointerdown", () => { isByKey = false; }, true);
addEventListener("change", (event) => {
  const form = event.target.closest?.(".arrange, .text-size, .search");
  if (!form || !event.target.matches("select") || isByKey) return;
  if (form.classList.contains("text-size")) form.requestSubmit();
  else if (!event.target.form.querySelector(`.bounds [name=bounds]`) || event.target.value !== "value") show(addressOf(form), { push: true });
});

function addressOf(form) {
  const values = new URLSearchParams();
  const { bounds } = form.elements;
  for (const [name, value] of new FormData(form)) {
    // Conditions accumulate. For other parameters, the last value applies.
    if (value !== "") name === "where" ? values.append(name, value) : values.set(name, value);
  }
  // The sectioning by value and its bounds are a single parameter.
  values.delete("bounds");
  if (bounds?.value && values.get("sections") === "value") values.set("sections", `value:${bounds.value.split(/[\s,;]+/).filter(Boolean).join(",")}`);
  // The search is outside the forms that are updated with the list, so its hidden parameters are copied from the
  // address.
  if (form.matches(".search")) {
    const now = new URL(location.href).searchParams;
    for (const name of ["favorites", "where", "sort", "sections", "edit", "select"]) {
      if (now.has(name)) values.delete(name);
      for (const value of now.getAll(name)) values.append(name, value);
    }
  }
  const query = values.toString();
  return query ? `${home}?${query}` : home;
}

// Upload files as soon as they are chosen.
addEventListener("change", (event) => {
  if (event.target.matches(".files-form input[type=file]")) sendFiles(event.target.form);
});

addEventListener("submit", (event) => {
  const form = event.target;
  if (form.closest(".files")) {
    event.preventDefault();
    sendFiles(form, event.submitter);
    return;
  }
  if (event.defaultPrevented || !list() || form.closest("dialog")) return;
  if (form.method === "get") {
    if (form.closest("#pane")) return;
    event.preventDefault();
    clearTimeout(typing);
    if (form.closest("details")) for (const open of document.querySelectorAll(".panel[open], .chip details[open]")) open.open = false;
    show(addressOf(form), { push: true });
  } else if (form.closest("#list") && !form.matches(`[action^='${home}views']`)) {
    event.preventDefault();
    const menu = form.closest("details.menu");
    if (menu) menu.open = false;
    if (form.action.endsWith("/move")) moveByOne(form.closest(".row"), form.elements.by.value === "up" ? -1 : 1);
    else send(form, event.submitter);
  }
});

addEventListener("click", async (event) => {
  const link = event.target.closest?.("a");
  if (!link || !isPlain(event)) return;
  if (link.dataset.action === "delete") {
    event.preventDefault();
    await confirmDeletion(link, (answer, text) => {
      if (list()) made(answer, text); else location.assign(document.querySelector(".bar a.button").href);
    });
  } else if (list() && link.matches(`[href^='${home}do/']`)) {
    event.preventDefault();
    const menu = link.closest("details.menu");
    if (menu) menu.open = false;
    openForm(link, (answer, text) => { made(answer, text); readPane(); });
  } else if (list() && link.matches("#edit-toggle, #select-toggle")) {
    event.preventDefault();
    if (await close()) show(link.getAttribute("href"), { push: true, stays: true });
  } else if (list() && new URL(link.href).pathname === home && !link.hash && link.closest("#list, .dock, #pane, .bar h1")) {
    event.preventDefault();
    for (const open of document.querySelectorAll(".dock details[open]")) open.open = false;
    show(link.getAttribute("href"), { push: true });
  } else if (list() && link.matches(".find")) {
    event.preventDefault();
    openSearch();
  } else if (list() && link.closest(".sidebar, .index")) {
    event.preventDefault();
    savePlace();
    history.pushState(null, "", link.href);
    goToSection(Number(link.hash.replace("#section-", "")));
  }
});

addEventListener("popstate", async () => {
  if (!list()) return;
  await goBack();
  showNamed();
});

function openSearch() {
  const field = document.querySelector(".search input[type=search]");
  field.form.classList.add("used");
  field.focus();
  field.select();
}
addEventListener("focusout", (event) => {
  const form = event.target.closest?.(".search");
  if (form && !form.contains(event.relatedTarget) && !form.elements.search.value) form.classList.remove("used");
});

const press = (selector) => () => {
  const control = document.querySelector(selector);
  if (!control) return false;
  control.click();
};

/** Opens an item: in the detail pane if there is room, otherwise in place of the list. */
function open(id) {
  const address = `${home}items/${id}${list() ? `?back=${encodeURIComponent(listAddress())}` : ""}`;
  if (list() && hasRoom()) showInPane(address, { push: true }); else location.assign(address);
}

const keys = [
  ["^k", text("Go to an item, a view or an action"), () => showPalette(open)],
  ["/", text("Search"), () => list() ? openSearch() : false],
  ["n", text("New item"), press("#add")],
  ["e", text("Edit the displayed item, or the list"), () => press(document.querySelector("#pane #edit, .detail-page #edit") ? "#edit" : "#edit-toggle")()],
  ["f", text("Sort and filter"), () => {
    const panel = document.getElementById("panel");
    if (!panel) return false;
    panel.open = !panel.open;
    (panel.open ? panel.querySelector("select") : panel.querySelector("summary")).focus();
  }],
  ["s", text("Add the item to favorites, or remove it from favorites"), () => {
    const star = document.activeElement.closest(".row")?.querySelector(".star") ?? document.querySelector("#pane .star, .detail-page .star");
    if (!star) return false;
    star.click();
  }],
  ["x", text("Select the item, in Select mode"), () => {
    const mark = document.activeElement.closest(".row")?.querySelector(".mark");
    if (!mark) return false;
    mark.click();
  }],
  ["Delete", text("Remove the item"), () => {
    const link = document.activeElement.closest(".row")?.querySelector("[data-action=delete]");
    if (!link) return false;
    link.click();
  }],
  ["^z", text("Undo"), () => press(`form[action='${home}undo'] button`)()],
  ["^⇧z", text("Redo"), () => press(`form[action='${home}redo'] button`)()],
  ["?", text("All keyboard shortcuts"), () => showKeys(keys)],
];
followKeys(keys);

addEventListener("keydown", (event) => {
  if (event.defaultPrevented) return;
  const isTyping = event.target.closest?.("input:not([type=checkbox]), textarea, select");
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
    const opened = document.querySelector("details:is(.menu, .panel, .dock-views, .set, .chip details, .keep)[open]");
    if (opened) {
      opened.open = false;
      opened.querySelector("summary").focus();
    } else if (!isTyping && !event.target.closest?.("#rows")) close();
  } else if (!isTyping && list() && (areOn() || event.target.closest?.(".row"))) {
    moveByKeyboard(event);
  }
});

// Only one menu is open at a time. A click elsewhere closes it.
addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details:is(.menu, .panel, .dock-views, .set)[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
// A menu near the lower edge opens upward.
document.addEventListener("toggle", ({ target }) => {
  if (!target.matches?.("details.menu[open]")) return;
  target.classList.remove("up");
  const list = target.querySelector("div").getBoundingClientRect();
  const room = document.querySelector(".dock")?.getBoundingClientRect().top || innerHeight;
  target.classList.toggle("up", list.bottom > room);
}, true);

enhanceForm(showAnswer);
followFacts();
enhanceScan();
addCamera();
const settings = document.getElementById("keys");
if (settings) describeKeys(settings, keys);
showLately(document);
if (list()) {
  const shown = begin();
  makePane();
  showNamed();
  followMarks(rows, made);
  follow(shown, hear, readAnew);
} else {
  localize(document);
  if (document.querySelector(".detail-frame")) follow(() => ({ list: "" }), () => {}, () => {});
}
