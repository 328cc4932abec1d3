// Makes a page that works by itself quicker to use. Without it, every link and form still does its work.
import { announce, noteOwn } from "./announce.js";
import { confirmDeletion, reasonOf, sayBeside } from "./dialogs.js";
import { enhanceForm } from "./forms.js";
import { sendFiles } from "./files.js";
import { begin, goBack, goToSection, hear, readAnew, savePlace, show } from "./list.js";
import { follow, isLive } from "./live.js";
import { moveByKeyboard, moveByOne } from "./rows.js";
import { enhanceScan } from "./scan.js";

document.documentElement.classList.add("enhanced");

const list = () => document.getElementById("list");

/** What a change of one's own was, once the server has made it; the list shows it when the step comes. */
function made(answer, text) {
  noteOwn(answer.headers.get("Loot-State"), text);
  if (!isLive()) readAnew();
}

/** What a form does, in plain words. */
function words(form) {
  const name = form.closest(".row")?.querySelector(".name").textContent;
  const what = form.querySelector(".what")?.textContent;
  if (form.action.endsWith("/undo")) return `Undone: ${what}.`;
  if (form.action.endsWith("/redo")) return `Done again: ${what}.`;
  return form.elements.favorite?.value === "true" ? `${name} is a favorite.` : `${name} is no favorite any more.`;
}

/** Sends a form's content; where that fails, says so beside the control. */
async function send(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  const button = submitter ?? form.querySelector("button");
  const text = words(form);
  button.setAttribute("aria-busy", "true");
  let problem;
  try {
    const answer = await fetch(form.action, {
      method: "POST", body, headers: { Accept: "text/html", Prefer: "return=minimal" },
    });
    if (answer.ok) made(answer, text); else problem = await reasonOf(answer);
  } catch {
    problem = "The server can’t be reached; nothing was changed.";
  }
  button.removeAttribute("aria-busy");
  if (problem) sayBeside(problem, form.closest(".row, .summary"));
}

// Search as one types, filters and sorts as one chooses.
let typing;
addEventListener("input", (event) => {
  const form = event.target.closest?.(".search");
  if (!form || event.isComposing) return;
  clearTimeout(typing);
  typing = setTimeout(() => show(addressOf(form), { push: true }), 200);
});
addEventListener("change", (event) => {
  const form = event.target.closest?.(".arrange, .text-size, .search");
  if (!form || event.target.type === "search") return;
  if (form.classList.contains("text-size")) form.requestSubmit();
  else show(addressOf(form), { push: true });
});

function addressOf(form) {
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    // Conditions add up; of anything else the last counts.
    if (value !== "") name === "where" ? values.append(name, value) : values.set(name, value);
  }
  // The search stands outside the forms that are made anew with the list, and its scope follows them.
  if (form.matches(".search")) {
    const now = new URL(location.href).searchParams;
    for (const name of ["favorites", "where", "sort", "sections", "edit"]) {
      if (now.has(name)) values.delete(name);
      for (const value of now.getAll(name)) values.append(name, value);
    }
  }
  const query = values.toString();
  return query ? `/?${query}` : "/";
}

// Files go up as soon as they are chosen.
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
  if (!list() || form.closest("dialog")) return;
  if (form.method === "get") {
    event.preventDefault();
    show(addressOf(form), { push: true });
  } else if (form.closest("#list")) {
    event.preventDefault();
    const menu = form.closest("details.menu");
    if (menu) menu.open = false;
    if (form.action.endsWith("/move")) moveByOne(form.closest(".row"), form.elements.by.value === "up" ? -1 : 1);
    else send(form, event.submitter);
  }
});

addEventListener("click", async (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target.closest?.("a");
  if (!link) return;
  if (link.dataset.action === "delete") {
    event.preventDefault();
    await confirmDeletion(link, (answer, text) => {
      if (list()) made(answer, text); else location.assign(document.querySelector(".bar a.button").href);
    });
  } else if (list() && link.closest(".segments, #edit-toggle")) {
    event.preventDefault();
    show(link.getAttribute("href"), { push: true, stays: link.id === "edit-toggle" });
  } else if (list() && link.closest(".sidebar, .index")) {
    event.preventDefault();
    savePlace();
    history.pushState(null, "", link.href);
    goToSection(Number(link.hash.replace("#section-", "")));
  }
});

addEventListener("popstate", () => { if (list()) goBack(); });

addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, textarea, select");
  if (event.key === "/" && !isTyping) {
    const search = document.querySelector(".search input");
    if (search) { event.preventDefault(); search.focus(); search.select(); }
  } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !isTyping && list()) {
    const form = document.querySelector(`form[action="${event.shiftKey ? "/redo" : "/undo"}"]`);
    if (form) { event.preventDefault(); form.requestSubmit(); }
  } else if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  } else if (!isTyping) {
    moveByKeyboard(event);
  }
});

// One menu at a time, and none when one clicks elsewhere.
addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

/** The newest of what was done to an item stands below it; the rest is behind the link. */
async function showHistory(link) {
  let page;
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch { return; }
  const entries = page.querySelector("ol.history");
  if (!entries) return;
  for (const entry of [...entries.children].slice(5)) entry.remove();
  const section = Object.assign(document.createElement("section"), { className: "item-history" });
  section.append(Object.assign(document.createElement("h2"), { textContent: "Lately" }), document.adoptNode(entries));
  link.closest("main").append(section);
}

enhanceForm();
enhanceScan();
const pastLink = document.querySelector(".detail-frame .actions a[href*='/history']");
if (pastLink) showHistory(pastLink);
if (list()) {
  // What was added is said once.
  const address = new URL(location.href);
  if (address.searchParams.has("added")) {
    address.searchParams.delete("added");
    history.replaceState(history.state, "", address);
  }
  follow(begin(), hear, readAnew);
} else if (document.querySelector(".detail-frame")) {
  follow(() => ({ list: "" }), () => {}, () => {});
}
