// Makes a page that works by itself quicker to use. Without it, every link and form still does its work.
import { followChanges } from "./live.js";
import { enhanceRows, moveByKeyboard } from "./rows.js";
import { confirmDeletion } from "./dialogs.js";
import { uploadPhoto } from "./photos.js";

document.documentElement.classList.add("enhanced");

const list = () => document.getElementById("list");

/** Says something to those who can't see it. */
export function announce(text) {
  const status = document.getElementById("status");
  if (status) status.textContent = text;
}

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
    if (error.name !== "AbortError") location.href = address;
    return;
  }
  const fresh = page.getElementById("list");
  if (!fresh) { location.href = address; return; }
  const active = document.activeElement;
  const focused = active?.closest("[id]")?.id;
  const kind = active?.classList[0];
  const position = [scrollX, scrollY];
  for (const selector of ["#list", ".sidebar", ".tools", ".page-footer"]) {
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

/** Sends a form's content, and shows what the list has become. */
async function send(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
  if (!answer.ok) { location.href = location.href; return; }
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
    const answer = await fetch(next.href, { headers: { Accept: "text/html" } });
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

if (list()) {
  enhanceList();
  followChanges((revision) => {
    if (String(revision) !== document.body.dataset.state) show(location.href, { keepRows: true });
  });
}
