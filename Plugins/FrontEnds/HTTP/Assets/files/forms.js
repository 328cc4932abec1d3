// Forms that don't lose input. Input is kept as a draft until it is saved, leaving requires confirmation, and a form
// that can't be saved stays open and displays the reason.
import { isPlain } from "./clicks.js";
import { ask, reasonOf } from "./dialogs.js";
import { gatherFiles, withThumbnails } from "./files.js";
import { home } from "./home.js";
import { request, upload } from "./request.js";
import { language, text as words } from "./text.js";

let form;
/** The field that had the focus last. */
let lastField;
/** The contents of the form when it was opened or returned from the server. */
let untouched = "";
let isLeaving = false;
let waiting;
/** Shows the result of saving without leaving the page, if possible. */
let show = () => false;

const fields = () => new URLSearchParams([...new FormData(form)].filter(([name, value]) => name !== "back" && typeof value === "string"));
/** The user's input, without the initial state of the form. */
const typed = (text) => {
  const made = ["base", "id", "created", "conflict", ...(form.dataset.draft === "new" ? ["dateCreated"] : [])];
  return String(new URLSearchParams([...new URLSearchParams(text)].filter(([name]) => !made.includes(name))));
};
const isChanged = () => Boolean(form) && !isLeaving && (form.hasAttribute("data-unsaved") || String(fields()) !== untouched);
const place = () => `loot-draft ${home === "/" ? "" : `${home} `}${form.dataset.draft}`;

/** Drafts are stored in the browser. If it has no storage, there are none. */
const drafts = {
  get: () => { try { return JSON.parse(localStorage.getItem(place())); } catch { return null; } },
  set: (draft) => { try { localStorage.setItem(place(), JSON.stringify(draft)); } catch { /* storage is full */ } },
  remove: () => { try { localStorage.removeItem(place()); } catch { /* there is none */ } },
};

/** Enhances the form of the page, if there is one. */
export function enhanceForm(saved = show) {
  show = saved;
  form = document.querySelector("form.detail-form");
  isLeaving = false;
  if (!form) return;
  gatherFiles(form);
  untouched = String(fields());
  lastField = undefined;
  form.addEventListener("focusin", ({ target }) => { if (target.matches("input, select, textarea")) lastField = target; });
  // The browser can't focus an invalid field in a closed section.
  form.addEventListener("invalid", ({ target }) => { const part = target.closest("details"); if (part) part.open = true; }, true);
  if (form.hasAttribute("data-unsaved")) keepDraft(); else offerDraft();
  // Scrolling with the wheel must not change a number.
  form.addEventListener("wheel", (event) => {
    if (event.target.type === "number" && event.target === document.activeElement) event.target.blur();
  }, { passive: true });
}

function keepDraft() {
  clearTimeout(waiting);
  if (isChanged()) drafts.set({ at: Date.now(), fields: String(fields()) });
  else drafts.remove();
}

function offerDraft() {
  const draft = drafts.get();
  if (!draft || typed(draft.fields) === typed(untouched)) return;
  const notice = Object.assign(document.createElement("div"), { className: "notice draft" });
  notice.setAttribute("role", "status");
  const text = document.createElement("p");
  text.textContent = words("Your input from {1} wasn't saved.", new Date(draft.at).toLocaleString(language));
  const take = Object.assign(document.createElement("button"), { className: "button", type: "button", textContent: words("Restore") });
  const drop = Object.assign(document.createElement("button"), { className: "button", type: "button", textContent: words("Discard") });
  take.addEventListener("click", () => {
    fill(new URLSearchParams(draft.fields));
    notice.remove();
    form.querySelector("input:not([type=hidden])")?.focus();
  });
  drop.addEventListener("click", () => {
    drafts.remove();
    notice.remove();
    form.querySelector("input:not([type=hidden])")?.focus();
  });
  notice.append(text, take, drop);
  form.before(notice);
}

/** Fills in a draft, including the state of the item it is based on. Saving detects changes by others since then. */
function fill(values) {
  for (const element of form.elements) {
    if (!element.name || element.name === "back" || !values.has(element.name)) continue;
    const sent = values.getAll(element.name);
    if (element.type === "checkbox") element.checked = sent.includes(element.value);
    else if (element.type === "radio") element.checked = sent.includes(element.value);
    else if (element.type !== "hidden" || ["base", "id", "created"].includes(element.name)) element.value = sent.at(-1);
  }
  const custom = form.querySelector(".custom");
  if (custom && values.get("custom-name")) custom.open = true;
}

// MARK: Saving

/** Returns the text fields of the form. */
const sent = () => new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"));

async function save() {
  const button = form.querySelector("button.prominent");
  if (button.disabled) return;
  keepDraft();
  button.disabled = true;
  button.setAttribute("aria-busy", "true");
  let [problem, isAway] = ["", false];
  form.querySelector(".failure")?.remove();
  try {
    const answer = form.elements.files?.files.length
      ? await upload(form.action, await withThumbnails(form), progress)
      : await request(form.action, { method: "POST", body: sent(), headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.clone().text(), "text/html");
    if (answer.ok && answer.redirected) {
      drafts.remove();
      isLeaving = true;
      if (!show(page, answer.url)) location.assign(answer.url);
      return;
    }
    if (page.querySelector("form.detail-form")) return showAgain(page);
    problem = words("Not saved. {1}", await reasonOf(answer));
  } catch {
    [problem, isAway] = [words("Not saved. The server can't be reached. Your input is kept here. Save again when the server is back."), true];
  }
  button.disabled = false;
  button.removeAttribute("aria-busy");
  progress(undefined);
  say(problem, isAway);
}

/** Shows the uploaded fraction of the files, from 0 to 1. */
function progress(done) {
  let bar = form.querySelector("progress");
  if (done === undefined) return bar?.remove();
  if (!bar) {
    bar = Object.assign(document.createElement("progress"), { max: 1 });
    bar.setAttribute("aria-label", words("Upload progress"));
    form.querySelector(".actions").before(bar);
  }
  if (done < 1) bar.value = done; else bar.removeAttribute("value");
}

/** Replaces the form with the one from the server, which contains the input and its problems. */
function showAgain(page) {
  const place = form.closest("#pane > div, main");
  place.replaceChildren(...document.adoptNode(page.querySelector("main")).childNodes);
  const title = page.querySelector(".bar h1");
  if (title && place.matches("main")) document.querySelector(".bar h1").replaceWith(document.adoptNode(title));
  enhanceForm();
  const first = form.querySelector("[aria-invalid=true], .conflict input");
  if (first) first.focus();
  else form.querySelector("button.prominent")?.focus();
  place.querySelector(".notice, [aria-invalid=true]")?.scrollIntoView({ block: "center" });
}

/** Shows an error next to the buttons, which are always visible. */
function say(text, isAway) {
  const line = Object.assign(document.createElement("p"), { className: isAway ? "failure away" : "failure", textContent: text });
  line.setAttribute("role", "alert");
  form.querySelector(".actions").prepend(line);
}

// MARK: Leaving

addEventListener("input", (event) => {
  if (!form?.contains(event.target)) return;
  clearTimeout(waiting);
  waiting = setTimeout(keepDraft, 300);
});

addEventListener("submit", (event) => {
  if (event.target !== form) return;
  event.preventDefault();
  save();
});

addEventListener("beforeunload", (event) => {
  if (!isChanged()) return;
  keepDraft();
  event.preventDefault();
});

addEventListener("pagehide", () => { if (isChanged()) keepDraft(); });

/** Whether the form may be closed: it has no unsaved changes, or the user discards them. */
export async function mayLeave() {
  if (!form?.isConnected || !isChanged()) return true;
  const { kind } = await ask(words("Save your changes?"), words("They haven't been saved yet."), [
    { title: words("Keep editing"), kind: "cancel" }, { title: words("Don't save"), kind: "destructive" },
    { title: words("Save"), kind: "default" },
  ]);
  if (kind === "default") form.requestSubmit();
  if (kind !== "destructive") {
    // Don't return the focus to the row that was clicked, because the pane follows the focus.
    if (kind !== "default" && lastField?.isConnected) lastField.focus();
    return false;
  }
  drafts.remove();
  isLeaving = true;
  return true;
}

addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !isPlain(event) || link.target || link.getAttribute("href").startsWith("#") || !isChanged()) return;
  event.preventDefault();
  // The input is discarded by now, so the link works as it would without a form.
  if (await mayLeave()) link.click();
});
