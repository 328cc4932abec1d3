// In wide windows, shows the pages of items in a detail pane next to the list instead of replacing it, and submits
// their forms from there.
import { announce, messageOf, noteOwn } from "./announce.js";
import { isPlain } from "./clicks.js";
import { reasonOf, sayBeside, sayUnreachable } from "./dialogs.js";
import { enhanceForm, mayLeave } from "./forms.js";
import { home } from "./home.js";
import { showLately } from "./lately.js";
import { localize } from "./local.js";
import { request } from "./request.js";
import { text } from "./text.js";

const wide = matchMedia("(min-width: 1000px)");
const frame = () => document.querySelector(".list-page .frame");
const pane = () => document.getElementById("pane");

/** The address of the displayed page, and the ID of its item. */
let address;
const itemIn = (path) => path.startsWith(home) && path.slice(home.length).match(/^items\/([0-9a-f-]{36})(\/|$)/)?.[1];
export const shownItem = () => address && itemIn(new URL(address, location.href).pathname);

/** Whether the window is wide enough. */
export const hasRoom = () => wide.matches && Boolean(frame()) && !document.getElementById("list").dataset.mode;

/** Creates the pane next to the list. */
export function makePane() {
  if (!frame() || pane()) return;
  const made = Object.assign(document.createElement("aside"), { id: "pane", tabIndex: -1 });
  made.setAttribute("aria-label", text("Item"));
  frame().append(made);
  empty();
  wide.addEventListener("change", () => { if (!wide.matches) close(); });
}

function empty() {
  clearTimeout(following);
  address = undefined;
  const hint = Object.assign(document.createElement("p"), { className: "empty" });
  hint.textContent = text("Choose an item to show it here.");
  pane()?.replaceChildren(hint);
  showCurrent();
}

/** Highlights the row of the displayed item. */
export function showCurrent() {
  const id = shownItem();
  for (const row of document.querySelectorAll("#rows .row.current")) {
    if (row.dataset.id === id) continue;
    row.classList.remove("current");
    row.querySelector(".cell")?.removeAttribute("aria-current");
  }
  const row = id && document.getElementById(`item-${id}`);
  row?.classList.add("current");
  row?.querySelector(".cell").setAttribute("aria-current", "true");
}
document.addEventListener("rendered", showCurrent, true);

/** Closes the displayed page, unless it has unsaved changes. Returns whether none is displayed. */
export async function close() {
  if (!address) return true;
  if (!await mayLeave()) return false;
  const row = document.getElementById(`item-${shownItem()}`);
  empty();
  tell(null, "replaceState");
  row?.querySelector(".cell").focus({ preventScroll: true });
  return true;
}

/** Updates the list's address with the displayed item. */
function tell(id, way) {
  const url = new URL(location.href);
  if (id) url.searchParams.set("item", id); else url.searchParams.delete("item");
  if (url.href !== location.href) history[way](way === "pushState" ? { ...history.state } : history.state, "", url);
}

/** Reads what is shown again. */
export function readPane() { if (address) showInPane(address); }

let running;
let following;
/** Displays a page of an item. If `push` is true, adds it to the browser's history. */
export async function showInPane(target, { push = false, focus = false } = {}) {
  if (!await mayLeave()) return;
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  pane().setAttribute("aria-busy", "true");
  try {
    const answer = await request(target, { signal, headers: { Accept: "text/html" } });
    if (!signal.aborted) adopt(new DOMParser().parseFromString(await answer.text(), "text/html"), target, { push, focus });
  } catch (error) {
    if (error.name === "AbortError") return;
    sayUnreachable(text("The item wasn't loaded."), pane().firstElementChild);
  }
  pane().removeAttribute("aria-busy");
}

const element = (name, properties) => Object.assign(document.createElement(name), properties);

/** Displays a page in the pane, with its title and tools above. */
function adopt(page, target, { push, focus }) {
  const main = page.querySelector("main");
  if (!main) return;
  const bar = element("div", { className: "pane-bar" });
  const title = page.querySelector(".bar h1");
  const heading = element("h2", {});
  heading.append(...document.adoptNode(title ?? main.querySelector("h1") ?? element("h1", {})).childNodes);
  const shut = element("button", { type: "button", className: "button icon", textContent: "×", title: text("Close") });
  shut.setAttribute("aria-label", text("Close"));
  shut.addEventListener("click", close);
  const tools = page.querySelector(".bar .tools");
  bar.append(heading, ...(tools ? [document.adoptNode(tools)] : []), shut);
  const body = element("div", { className: main.className });
  body.append(...document.adoptNode(main).childNodes);
  pane().replaceChildren(bar, body);
  pane().scrollTop = 0;
  address = target;
  tell(shownItem(), push ? "pushState" : "replaceState");
  showCurrent();
  enhanceForm();
  localize(pane());
  showLately(pane());
  const first = body.querySelector("[autofocus], [aria-invalid=true], .detail-form input:not([type=hidden])");
  if (first) first.focus(); else if (focus) pane().focus({ preventScroll: true });
  announce(heading.textContent);
}

/** Displays the page that a form redirects to. Returns `false` if it isn't the page of an item. */
export function showAnswer(page, url) {
  const path = new URL(url, location.href);
  if (!pane() || !itemIn(path.pathname) || !page.querySelector("main.detail-frame")) return false;
  adopt(page, path.pathname + path.search, {});
  const saved = path.searchParams.get("saved");
  if (saved) noteOwn(saved, page.querySelector(".notice.saved p")?.textContent ?? text("Saved."));
  return true;
}

/** Displays the item in the address when the page is opened. */
export function showNamed() {
  const id = new URL(location.href).searchParams.get("item");
  if (id && hasRoom() && itemIn(`${home}items/${id}`)) {
    if (shownItem() !== id) showInPane(`${home}items/${id}?back=${encodeURIComponent(document.getElementById("list").dataset.list)}`);
  } else if (id && !wide.matches && itemIn(`${home}items/${id}`)) {
    // The address was created in a wide window. In this one, the item gets the whole page.
    location.replace(`${home}items/${id}`);
  } else if (address) {
    empty();
  }
}

// MARK: Links and forms

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !isPlain(event) || !hasRoom() || link.target || link.hasAttribute("download") || link.dataset.action) return;
  const isInPane = link.closest("#pane");
  if (!isInPane && !link.closest("#rows .cell, .due")) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || !itemIn(url.pathname)) return;
  event.preventDefault();
  clearTimeout(following);
  showInPane(url.pathname + url.search, { push: !isInPane, focus: Boolean(isInPane) });
});

// Submit the forms in the pane by script, and show the result in the pane.
addEventListener("submit", async (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form.closest("#pane") || form.method !== "post" || form.matches(".detail-form") || form.closest(".files")) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  try {
    const answer = await request(form.action, { method: "POST", body, headers: { Accept: "text/html", Prefer: "return=minimal" } });
    if (!answer.ok) return sayBeside(await reasonOf(answer), form);
    const message = await messageOf(answer);
    if (message !== undefined || answer.status === 204) {
      noteOwn(answer.headers.get("Loot-State"), message ?? text("Done."));
      await showInPane(address);
    } else showAnswer(new DOMParser().parseFromString(await answer.text(), "text/html"), answer.url);
  } catch {
    sayUnreachable(text("Nothing was changed."), form);
  }
});

document.addEventListener("step", ({ detail }) => { if (detail.removed.includes(shownItem())) empty(); });

/** The pane follows the focus in the list. */
addEventListener("focusin", (event) => {
  const cell = event.target.closest?.("#rows .cell");
  if (!cell || !address || !hasRoom()) return;
  clearTimeout(following);
  const target = new URL(cell.href);
  if (itemIn(target.pathname) === shownItem()) return;
  following = setTimeout(() => { if (document.activeElement === cell) showInPane(target.pathname + target.search); }, 120);
});
