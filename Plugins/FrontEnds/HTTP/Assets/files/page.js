// Makes a page that works by itself quicker to use. Without it, every link and form still does its work.
import { followChanges } from "./live.js";
import { enhanceRows, moveByKeyboard } from "./rows.js";
import { confirmDeletion, reasonOf, sayBeside } from "./dialogs.js";
import { uploadPhoto } from "./photos.js";
import { enhanceForm } from "./forms.js";

document.documentElement.classList.add("enhanced");

const list = () => document.getElementById("list");

/** Says something to those who can't see it. */
export function announce(text) {
  const status = document.getElementById("status");
  if (status) status.textContent = text;
}

const say = (text, near = document.querySelector(".summary")) => sayBeside(text, near);

/** Shows the list of an address without loading the page anew. The newest call counts. */
let running;
export async function show(address, { push = false, keepRows = false } = {}) {
  running?.abort();
  running = new AbortController();
  let page;
  try {
    const answer = await fetch(address, { signal: running.signal, headers: { Accept: "text/html" } });
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch (error) {
    if (error.name === "AbortError") return;
    if (keepRows) say("The server can’t be reached; the list may be old."); else location.href = address;
    return;
  }
  const fresh = page.getElementById("list");
  if (!fresh) { location.href = address; return; }
  const active = document.activeElement;
  const focused = active?.closest("[id]")?.id;
  const kind = active?.classList[0];
  const position = [scrollX, scrollY];
  for (const selector of ["#list", ".sidebar", ".tools", ".page-footer", "#banner"]) {
    const old = document.querySelector(selector);
    const now = page.querySelector(selector);
    if (old && now) old.replaceWith(document.adoptNode(now));
  }
  document.querySelector("nav.index")?.remove();
  const index = page.querySelector("nav.index");
  if (index) list().after(document.adoptNode(index));
  document.body.dataset.state = page.body.dataset.state;
  if (push) history.pushState(null, "", address);
  if (keepRows) scrollTo(...position);
  if (focused && focused !== "list") {
    const target = document.getElementById(focused);
    const inner = (kind && target?.querySelector(`.${CSS.escape(kind)}`)) || target?.querySelector(".cell");
    (target?.matches("a, button, input, select") ? target : inner)?.focus({ preventScroll: true });
  }
  enhanceList();
  if (push) announce(document.getElementById("total")?.textContent ?? "");
}

/** Sends a form's content, and shows what the list has become; where that fails, says so beside the control. */
async function send(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  const button = submitter ?? form.querySelector("button");
  button.setAttribute("aria-busy", "true");
  let problem;
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
    if (!answer.ok) problem = await reasonOf(answer);
  } catch {
    problem = "The server can’t be reached; nothing was changed.";
  }
  button.removeAttribute("aria-busy");
  if (problem) {
    say(problem, form.closest(".row, .summary"));
    return;
  }
  await show(location.href, { keepRows: true });
}

function enhanceList() {
  if (!list()) return;
  enhanceRows(list(), () => show(location.href, { keepRows: true }));
  loadNearEnd();
}

/** The rows behind the last one come when it is nearly in sight. */
let watcher;
function loadNearEnd() {
  watcher?.disconnect();
  const next = document.getElementById("next");
  if (!next) return;
  watcher = new IntersectionObserver(async (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watcher.disconnect();
    let answer;
    // The way to the next page stays, as a link.
    try { answer = await fetch(next.href, { headers: { Accept: "text/html" } }); } catch { return; }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok || page.body.dataset.state !== document.body.dataset.state) return;
    appendRows(page);
    enhanceList();
  }, { rootMargin: "1200px" });
  watcher.observe(next);
}

function appendRows(page) {
  const pager = document.querySelector(".pager");
  for (const part of page.querySelectorAll("#list > section, #list > .rows")) {
    const label = part.getAttribute("aria-labelledby");
    const open = label && document.getElementById(label)?.closest("section");
    if (open) {
      open.querySelector(".rows").append(...part.querySelector(".rows").children);
      const footer = part.querySelector(".footer");
      if (footer) open.append(footer);
    } else if (!label && document.querySelector("#list > .rows")) {
      document.querySelector("#list > .rows").append(...part.children);
    } else {
      pager.before(part);
    }
  }
  const after = page.querySelector(".pager");
  const span = after?.querySelector("span");
  if (span) span.textContent = span.textContent.replace(/^\d+/, "1");
  after?.querySelector("[rel=prev]")?.remove();
  if (after) pager.replaceWith(after); else pager.remove();
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
  for (const [name, value] of new FormData(form)) if (value !== "") values.set(name, value);
  // The search stands outside the forms that are made anew with the list, and its scope follows them.
  if (form.matches(".search")) {
    const now = new URL(location.href).searchParams;
    for (const name of ["favorites", "where", "sort", "sections", "edit"]) {
      if (now.has(name)) values.set(name, now.get(name));
    }
  }
  const query = values.toString();
  return query ? `/?${query}` : "/";
}

// A photo goes up as soon as it is chosen.
addEventListener("change", (event) => {
  if (event.target.matches(".photo-form input[type=file]")) uploadPhoto(event.target.form);
});

addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches(".photo-form")) {
    event.preventDefault();
    uploadPhoto(form);
    return;
  }
  if (!list() || form.closest("dialog")) return;
  if (form.method === "get") {
    event.preventDefault();
    show(addressOf(form), { push: true });
  } else if (form.closest("#list")) {
    event.preventDefault();
    send(form, event.submitter);
  }
});

addEventListener("click", async (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target.closest?.("a");
  if (!link) return;
  if (link.dataset.action === "delete") {
    event.preventDefault();
    await confirmDeletion(link, () => list() ? show(location.href, { keepRows: true }) : location.assign("/"));
  } else if (list() && link.closest(".segments, #edit-toggle")) {
    event.preventDefault();
    show(link.href, { push: true, keepRows: link.id === "edit-toggle" });
  }
});

addEventListener("popstate", () => { if (list()) show(location.href); });

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
const pastLink = document.querySelector(".detail-frame .actions a[href*='/history']");
if (pastLink) showHistory(pastLink);
if (list()) {
  enhanceList();
  // What was added is said once.
  const address = new URL(location.href);
  if (address.searchParams.has("added")) {
    address.searchParams.delete("added");
    history.replaceState(null, "", address);
  }
}
if (list() || document.querySelector(".detail-frame")) {
  followChanges((state) => {
    if (list() && state !== document.body.dataset.state) show(location.href, { keepRows: true });
  });
}
