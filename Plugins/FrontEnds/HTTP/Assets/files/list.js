// The loaded rows of the list: a window on the complete result that follows the scroll position. The server's steps
// are applied as they arrive.
import { announce, noteStep } from "./announce.js";
import { sayUnreachable } from "./dialogs.js";
import { home } from "./home.js";
import { isLive, join } from "./live.js";
import { localize } from "./local.js";
import { showMarks } from "./marks.js";
import { make, morph } from "./morph.js";
import { edge, firstInSight, keepFocus, keepFocusFar, place as placeIn, put as putIn, release, slide, still as stillIn } from "./place.js";
import { request } from "./request.js";
import { arrange, fill } from "./sections.js";
import { before, behind, lay, measure, missing, rowsInWindow, settle } from "./space.js";
import { after } from "./step.js";
import { text as words } from "./text.js";

/**
 * The maximum number of loaded rows, the number of rows per request, and the number of rows to keep beyond the
 * visible ones.
 */
const [greatest, piece, spare] = [300, 100, 40];
/** The distance from the visible area at which rows are loaded, in pixels. */
const margin = 1500;

/** The displayed state of the list: the loaded rows from `start` on, and all sections. */
let shown;
/** Messages that wait to be applied. */
let heard = [];
let isReading = false;
let isStale = false;
let waiting = [];

const main = () => document.getElementById("list");
const box = () => document.getElementById("rows");
const end = () => shown.start + shown.rows.length;
const total = () => shown.sections.reduce((sum, { count }) => sum + count, 0);

/** Returns the state of the list on a page from the server. */
function read(main) {
  const { list, state, start, sections } = main.dataset;
  const content = {
    address: list, state, start: Number(start), nothing: [],
    rows: [...main.querySelectorAll("#rows .row[data-id]")],
    sections: sections.split(" ").filter(Boolean).map((count) => ({ count: Number(count) })),
  };
  const parts = [...main.querySelectorAll("#rows > section")];
  for (const part of parts) {
    const foot = part.querySelector(".footer")?.innerHTML;
    Object.assign(content.sections[part.dataset.index], { head: part.querySelector("h2 bdi").outerHTML, foot, part });
  }
  if (!content.rows.length) content.nothing = [...main.querySelector("#rows").children];
  else if (!parts.length) Object.assign(content.sections[0], { head: "", foot: "", part: main.querySelector("#rows > .rows") });
  return content;
}

// MARK: Showing

/** Displays the loaded rows in their sections. If `isPlaced` is true, the rows have been replaced. */
export function render(isPlaced = false) {
  const parts = [];
  let position = 0;
  shown.sections.forEach((section, index) => {
    const from = Math.max(position, shown.start);
    const to = Math.min(position + section.count, end());
    if (from < to) {
      const rows = shown.rows.slice(from - shown.start, to - shown.start);
      parts.push(fill(section, index, rows, from > position, to === position + section.count));
    } else {
      section.part = undefined;
    }
    position += section.count;
  });
  arrange(box(), parts.length ? [before, ...parts, behind] : shown.nothing);
  if (isPlaced) measure(shown.rows, shown.sections);
  lay(shown.sections, shown.start, end(), position, isPlaced);
  shown.rows.forEach((row, index) => {
    row.setAttribute("aria-setsize", position);
    row.setAttribute("aria-posinset", shown.start + index + 1);
  });
  showMarks(shown.rows, position);
  localize(main());
  box().dispatchEvent(new Event("rendered", { bubbles: true }));
}

/** Changes the rows while the visible ones and the focus stay in place. */
function still(change) {
  const { rows, start } = shown;
  stillIn(rows, start, () => {
    let gone;
    keepFocus(rows, () => { gone = change(); }, () => shown.rows);
    return gone;
  });
}

// MARK: Steps

/** Applies a message as soon as the user isn't dragging or swiping a row. */
export function hear(message) {
  heard.push(message);
  goOn();
}

const isInHand = () => document.querySelector(".row.dragging, .row.swiping");
const isBusy = () => isReading || isInHand();

/** Applies the waiting messages. */
export function goOn() { while (heard.length && !isBusy()) take(heard.shift()); }

/** Whether a state is the displayed one or an earlier one. */
function isKnown(name) {
  const [epoch, number] = name.split("-");
  const [shownEpoch, shownNumber] = shown.state.split("-");
  return epoch === shownEpoch && Number(number) <= Number(shownNumber);
}

function take(message) {
  if (message.list !== shown.address || isKnown(message.to ?? message.state)) return;
  if (message.kind !== "step" || message.from !== shown.state) return void readAnew();
  const next = after(shown, message);
  if (!next) return void readAnew();
  noteStep(message);
  still(() => {
    for (const row of next.moved) row.remove();
    Object.assign(shown, next.content);
    for (const [row, markup] of next.fresh) morph(row, make(markup));
    for (const [name, markup] of Object.entries(message.parts)) {
      const old = name === "total" ? document.getElementById("total") : document.querySelector(`.${name}`);
      if (name === "nothing") shown.nothing = [...make(`<div>${markup}</div>`).children];
      else if (name === "total") old.innerHTML = markup;
      else morph(old, make(markup));
    }
    letGo(1);
    render();
    return next.moved;
  });
  document.dispatchEvent(new CustomEvent("step", { detail: { removed: next.removed } }));
  told();
  loadNear();
}

// MARK: Reading

/** Returns an address with a position in a list, by default the displayed one. */
function at(place, address = shown.address) {
  const query = new URLSearchParams(address.split("?")[1] ?? "");
  for (const [name, value] of Object.entries(place)) query.set(name, value);
  return query.size ? `${home}?${query}` : home;
}

/** Returns the address of the rows around a position. */
const around = (place, address) => at(place ? { around: place.id, offset: Math.max(0, place.position - 50) } : {}, address);

/** Loads a page from the server. If `isWhole` is false, it only contains the rows of the list. */
async function page(address, { signal, isWhole = true } = {}) {
  const headers = { Accept: "text/html", ...(isWhole ? {} : { Prefer: "return=minimal" }) };
  const answer = await request(address, { signal, headers });
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Displays the contents of a page from the server. Elements of rows that were already displayed are kept. */
function adopt(page) {
  const content = read(page.getElementById("list"));
  const known = new Map(shown.rows.map((row) => [row.dataset.id, row]));
  content.rows = content.rows.map((row) => known.has(row.dataset.id) ? morph(known.get(row.dataset.id), row) : document.adoptNode(row));
  content.sections.forEach((section, index) => {
    const old = shown.sections[index];
    section.part = section.head !== undefined && old?.head === section.head ? old.part : undefined;
  });
  for (const name of ["mode", "movable", "list"]) main().dataset[name] = page.getElementById("list").dataset[name];
  showAround(page);
  const isOther = content.address !== shown.address;
  shown = content;
  render(true);
  if (isOther) join();
}

/** Updates everything around the rows. An open panel and its input are kept. */
function showAround(page) {
  for (const selector of [".due", ".views", ".chips", "#notices", ".summary", ".sidebar", ".index", ".tools > nav", ".panel", "#banner", ".dock, .bulk"]) {
    const [old, fresh] = [document.querySelector(selector), page.querySelector(selector)];
    if (old && fresh) morph(old, document.adoptNode(fresh));
  }
}

/** Resumes everything that waits for a state. */
function told() {
  const all = waiting;
  waiting = [];
  for (const tell of all) tell();
}

/** Reloads the visible part of the list, and once more if that is requested in the meantime. */
export async function readAnew() {
  isStale = isReading;
  if (isReading) return;
  isReading = true;
  heard = heard.filter(({ list }) => list === shown.address);
  try {
    const { address } = shown;
    const fresh = await page(around(place()));
    // Another list may be visible by now.
    if (shown.address === address && fresh.getElementById("list")) still(() => adopt(fresh));
  } catch {
    if (isLive()) sayUnreachable(words("The list wasn't updated."), document.querySelector(".summary"));
  }
  isReading = false;
  if (isStale) return readAnew();
  told();
  goOn();
  loadNear();
}

/**
 * Displays the list at an address without reloading the page: at the position `to`, at the current position if `stays`
 * is true, or from the beginning. A new call cancels the previous one. If `push` is true, adds an entry to the browser's
 * history; if it is "replace", replaces the current entry.
 */
let running;
export async function show(address, { push = false, to = null, stays = false } = {}) {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  main().setAttribute("aria-busy", "true");
  let fresh;
  try {
    fresh = await page(around(stays ? place() : to, address), { signal });
  } catch (error) {
    if (error.name === "AbortError") return;
    main().removeAttribute("aria-busy");
    sayUnreachable(words("This is the previous version of the list."), document.querySelector(".summary"));
    return;
  }
  if (signal.aborted) return;
  main().removeAttribute("aria-busy");
  if (!fresh.getElementById("list")) { location.href = address; return; }
  if (push) {
    savePlace();
    // As with links, showing the same list again adds no entry.
    const isSame = at({}, address) === at({});
    history[push === "replace" || isSame ? "replaceState" : "pushState"](null, "", address);
  }
  if (stays) {
    still(() => adopt(fresh));
  } else {
    keepFocus(shown.rows, () => adopt(fresh), () => shown.rows);
    if (to) put(to); else if (scrollY > 0) scrollTo({ top: 0, behavior: "instant" });
  }
  told();
  loadNear();
  if (push) announce(document.getElementById("total").textContent);
}

// MARK: Loading

/** Waits for the steps up to a state, for at most one second. */
const reach = (state) => new Promise((resolve) => {
  const look = () => { if (isKnown(state)) resolve(); else waiting.push(look); };
  setTimeout(resolve, 1000);
  look();
});

/** Loads rows near the visible area: those at either end of the loaded ones, or distant ones. */
let isLoading = false;
async function loadNear() {
  if (isLoading || !shown.rows.length || isReading) return;
  const far = isInHand() ? undefined : missing(shown.sections, shown.start, end(), edge());
  const way = end() < total() && shown.rows.at(-1).getBoundingClientRect().bottom < innerHeight + margin ? 1
    : shown.start > 0 && shown.rows[0].getBoundingClientRect().top > -margin ? -1 : 0;
  if (far === undefined && !way) return;
  isLoading = true;
  let isMore = false;
  // Unloaded rows stay empty until the next scroll event requests them again.
  try { isMore = far === undefined ? await grow(way) : await jump(far); } catch { /* the server is unreachable */ }
  isLoading = false;
  if (isMore) loadNear();
}

/** The number of consecutive responses from another state than the displayed one. */
let misses = 0;

/** Returns rows from an offset on, or `undefined` if they are from another state or no longer needed. */
async function rowsFrom(offset) {
  const { address } = shown;
  const fresh = (await page(at({ offset }), { isWhole: false })).getElementById("list");
  if (!fresh) return undefined;
  const content = read(fresh);
  await reach(content.state);
  if (shown.address !== address || isReading) return undefined;
  // Others have changed the list, so the response is from another state.
  if (content.state !== shown.state) {
    misses += 1;
    if (!isInHand() && (!isLive() || misses > 2)) await readAnew();
    return undefined;
  }
  misses = 0;
  content.sections.forEach(({ head, foot }, index) => {
    const section = shown.sections[index];
    section.head ??= head;
    section.foot ??= foot;
  });
  return content;
}

/** Loads the rows before or after the loaded ones. */
async function grow(way) {
  const { address, state } = shown;
  const more = await rowsFrom(way > 0 ? end() : Math.max(0, shown.start - piece));
  if (!more) return shown.address === address && shown.state !== state;
  let isMore = false;
  keepFocusFar(() => stillIn(shown.rows, shown.start, () => {
    const [from, to] = [more.start, more.start + more.rows.length];
    isMore = way > 0 ? from <= end() && to > end() : to >= shown.start && from < shown.start;
    if (way > 0 && from <= end()) shown.rows.push(...more.rows.slice(end() - from));
    if (way < 0 && isMore) {
      shown.rows.unshift(...more.rows.slice(0, shown.start - from));
      shown.start = from;
    }
    letGo(way);
    render();
  }));
  return isMore;
}

/** Replaces the loaded rows with those around a distant row. */
async function jump(index) {
  const more = await rowsFrom(Math.max(0, index - spare));
  const now = missing(shown.sections, shown.start, end(), edge());
  if (now === undefined) return true;
  // The scroll position may have changed by now.
  const line = now - (more?.start ?? 0);
  if (!more?.rows.length || line < 0 || line >= more.rows.length) return true;
  keepFocusFar(() => {
    release();
    Object.assign(shown, { rows: more.rows, start: more.start });
    render(true);
    if (now > 0) slide(shown.rows[line].getBoundingClientRect().top - edge());
  });
  return true;
}

/** Unloads distant rows at the end opposite to the scroll direction. */
function letGo(way) {
  const count = shown.rows.length - greatest;
  if (count <= 0 || isInHand()) return;
  const seen = firstInSight(shown.rows);
  if (way > 0 && seen - spare >= count) {
    shown.rows.splice(0, count);
    shown.start += count;
  } else {
    shown.rows.length = Math.max(greatest, Math.min(shown.rows.length, seen + rowsInWindow() + spare));
  }
}

// MARK: Places

const place = () => placeIn(shown.rows, shown.start);
const put = (to) => putIn(to, shown.rows, shown.start);

/** Saves the position in the browser's history. */
export function savePlace() { history.replaceState({ ...history.state, place: place() }, ""); }

/** Scrolls to any row of the list and returns its element. */
export async function goTo(position) {
  const isLoaded = () => position >= shown.start && position < end();
  if (!isLoaded()) {
    const more = await rowsFrom(Math.max(0, position - spare));
    if (!more) await readAnew();
    else keepFocusFar(() => { Object.assign(shown, { rows: more.rows, start: more.start }); render(true); });
  }
  const row = shown.rows[position - shown.start];
  row?.scrollIntoView({ block: "center", behavior: "instant" });
  loadNear();
  return row;
}

/** Scrolls to the beginning of a section. */
export async function goToSection(index) {
  await goTo(shown.sections.slice(0, index).reduce((sum, { count }) => sum + count, 0));
  document.getElementById(`section-${index}`)?.scrollIntoView({ block: "start", behavior: "instant" });
}

/** The parameters of an address that specify a position in a list. */
const places = ["offset", "around", "item", "added", "done"];

/** Returns to the position in the browser's history, to the section in the address, or to the beginning. */
export async function goBack() {
  const to = history.state?.place;
  const section = to === undefined ? location.hash.match(/^#section-(\d+)$/)?.[1] : undefined;
  const url = new URL(location.href);
  for (const name of places) url.searchParams.delete(name);
  const address = url.pathname + url.search;
  if (address !== shown.address || to && !shown.rows.some((row) => row.dataset.id === to.id)) await show(address, { to });
  else if (to) put(to);
  else if (!section && shown.start > 0) await goTo(0);
  else if (!section) scrollTo({ top: 0, behavior: "instant" });
  if (section && shown.address === address) await goToSection(Number(section));
}

/** Corrects the scroll bar if rows turned out to be higher or lower than estimated. */
function settleDown() {
  if (!shown.rows.length || isInHand() || isLoading || missing(shown.sections, shown.start, end(), edge()) !== undefined) return;
  const index = firstInSight(shown.rows);
  const depth = shown.rows[index].getBoundingClientRect().top - before.getBoundingClientRect().bottom;
  // Use the current scroll position, because a page that becomes shorter scrolls by itself.
  const y = scrollY;
  const grown = settle(shown.sections, shown.start + index, depth);
  if (grown) { release(); scrollTo({ top: y + grown, behavior: "instant" }); }
}

/** Initializes the list from the page that the server has rendered. */
export function begin() {
  shown = read(main());
  document.querySelector(".pager")?.remove();
  history.scrollRestoration = "manual";
  render(true);
  const url = new URL(location.href);
  const added = url.searchParams.get("added");
  const named = added ? `item-${added}` : url.hash.startsWith("#item-") && url.hash.slice(1);
  const row = named ? document.getElementById(named) : shown.start > 0 ? shown.rows[0] : null;
  if (history.state?.place || url.hash.startsWith("#section-")) goBack();
  else row?.scrollIntoView({ block: named ? "center" : "start", behavior: "instant" });
  if (added) row?.querySelector(".cell").focus({ preventScroll: true });
  const said = document.querySelector("#notices [role=status]");
  if (said) setTimeout(() => announce(said.textContent), 300);
  // Remove the notice from the address, so that it is shown only once.
  for (const name of places) if (name !== "item") url.searchParams.delete(name);
  if (url.hash.startsWith("#item-")) url.hash = "";
  history.replaceState(history.state, "", url.pathname + url.search + url.hash);
  let isAwaited = false;
  addEventListener("scroll", () => {
    if (isAwaited) return;
    isAwaited = true;
    requestAnimationFrame(() => { isAwaited = false; loadNear(); });
  }, { passive: true });
  let resting;
  if ("onscrollend" in window) addEventListener("scrollend", settleDown);
  else addEventListener("scroll", () => { clearTimeout(resting); resting = setTimeout(settleDown, 250); }, { passive: true });
  addEventListener("resize", () => {
    clearTimeout(resting);
    resting = setTimeout(() => { measure(shown.rows, shown.sections); render(); settleDown(); loadNear(); }, 150);
  });
  addEventListener("pagehide", savePlace);
  loadNear();
  return () => ({ list: shown.address, state: shown.state });
}

/** Returns the row next to another one, and the position of a row in the result. */
export const neighbor = (row, way) => shown.rows[shown.rows.indexOf(row) + way];
export const position = (row) => shown.start + shown.rows.indexOf(row);
/** The loaded rows, the total number of rows, and the address of the list. */
export const rows = () => shown.rows;
export const count = total;
export const listAddress = () => shown.address;
/** Returns the first visible row. */
export const rowInSight = () => shown.rows[firstInSight(shown.rows)];
