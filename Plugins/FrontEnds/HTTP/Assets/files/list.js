// The rows of the list that are loaded: a piece of the answer, which grows at both ends as one comes near them, and in
// which the server's steps are made as they come.
import { announce, noteStep } from "./announce.js";
import { sayBeside } from "./dialogs.js";
import { isLive, join } from "./live.js";
import { make, morph } from "./morph.js";
import { arrange, fill } from "./sections.js";
import { after } from "./step.js";
import { keepFocus, place as placeIn, put as putIn, still as stillIn } from "./place.js";

/** How many rows may be loaded before those that are far away are let go of, and how many stay around what is seen. */
const [greatest, kept] = [600, 250];
/** How far from what is seen rows are loaded. */
const margin = 1200;

/** What is shown: rows from `start` on, of an answer in a state with its sections, of which not all are shown. */
let shown;
/** What has been heard and waits. */
let heard = [];
let isReading = false;
let isStale = false;
let waiting = [];

const main = () => document.getElementById("list");
const box = () => document.getElementById("rows");
const end = () => shown.start + shown.rows.length;
const total = () => shown.sections.reduce((sum, { count }) => sum + count, 0);

/** What the page tells that the server has made. */
function read(main) {
  const { list, state, start, sections, editing } = main.dataset;
  const content = {
    address: list, state, start: Number(start), editing, nothing: [],
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

/** Shows the rows that are loaded, in their sections. */
export function render() {
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
  arrange(box(), parts.length ? parts : shown.nothing);
  showPager(position);
}

/** Ways to the rest, for as long as it is not loaded by itself. */
function showPager(count) {
  const old = main().querySelector(".pager");
  if (shown.start === 0 && end() >= count) return old?.remove();
  const pager = make(`<nav class="pager" aria-label="Pages"></nav>`);
  const link = (rel, text, offset) => {
    const link = Object.assign(document.createElement("a"), { className: "button", rel, textContent: text });
    link.href = at({ offset });
    return link;
  };
  if (shown.start > 0) pager.append(link("prev", "Previous", Math.max(0, shown.start - 100)));
  pager.append(Object.assign(document.createElement("span"), { textContent: `${shown.start + 1}–${end()} of ${count}` }));
  if (end() < count) pager.append(link("next", "Next", end()));
  if (old) morph(old, pager); else main().append(pager);
}

/** Does what changes the rows; what is seen stays where it is, and the focus too. */
function still(change) {
  const { rows, start } = shown;
  stillIn(rows, start, () => {
    let gone;
    keepFocus(rows, () => { gone = change(); }, () => shown.rows);
    return gone;
  });
}

// MARK: Steps

/** Takes in what becomes of the list, as soon as nothing is under a person's hand. */
export function hear(message) {
  heard.push(message);
  goOn();
}

const isBusy = () => isReading || document.querySelector(".row.dragging, .row.swiping");

/** Goes on with what has been heard. */
export function goOn() { while (heard.length && !isBusy()) take(heard.shift()); }

/** Whether a state is the one that is shown, or an earlier one. */
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
    render();
    return next.moved;
  });
  told();
  loadNear();
}

// MARK: Reading

/** An address in a list, which is the one that is shown unless another is named. */
function at(place, address = shown.address) {
  const query = new URLSearchParams(address.split("?")[1] ?? "");
  for (const [name, value] of Object.entries(place)) query.set(name, value);
  return query.size ? `/?${query}` : "/";
}

/** The address of what is around a place. */
const around = (place, address) => at(place ? { around: place.id, offset: Math.max(0, place.position - 50) } : {}, address);

async function page(address, signal) {
  const answer = await fetch(address, { signal, headers: { Accept: "text/html" } });
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Shows what a page of the server's shows. Rows that were shown already stay the same elements. */
function adopt(page) {
  const content = read(page.getElementById("list"));
  const known = new Map(shown.rows.map((row) => [row.dataset.id, row]));
  content.rows = content.rows.map((row) => known.has(row.dataset.id) ? morph(known.get(row.dataset.id), row) : document.adoptNode(row));
  content.sections.forEach((section, index) => {
    const old = shown.sections[index];
    section.part = section.head !== undefined && old?.head === section.head ? old.part : undefined;
  });
  for (const selector of [".filters", "#notices", ".summary", ".sidebar", ".index", ".tools", ".page-footer", "#banner"]) {
    const [old, fresh] = [document.querySelector(selector), page.querySelector(selector)];
    if (old && fresh) morph(old, fresh);
  }
  for (const name of ["editing", "movable"]) main().dataset[name] = page.getElementById("list").dataset[name];
  const isOther = content.address !== shown.address;
  shown = content;
  render();
  if (isOther) join();
}

/** Lets those go on who wait for a state. */
function told() {
  const all = waiting;
  waiting = [];
  for (const tell of all) tell();
}

/** Reads what is shown anew, where it is; once more where that is asked for meanwhile. */
export async function readAnew() {
  isStale = isReading;
  if (isReading) return;
  isReading = true;
  heard = heard.filter(({ list }) => list === shown.address);
  try {
    const { address } = shown;
    const fresh = await page(around(place()));
    // Another list may be shown by now.
    if (shown.address === address && fresh.getElementById("list")) still(() => adopt(fresh));
  } catch {
    if (isLive()) sayBeside("The server can’t be reached; the list may be old.", document.querySelector(".summary"));
  }
  isReading = false;
  if (isStale) return readAnew();
  told();
  goOn();
  loadNear();
}

/**
 * Shows the list of an address without loading the page anew: at a place, where one is now if `stays`, or from its
 * beginning. The newest call counts.
 */
let running;
export async function show(address, { push = false, to = null, stays = false } = {}) {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  let fresh;
  try {
    fresh = await page(around(stays ? place() : to, address), signal);
  } catch (error) {
    if (error.name !== "AbortError") location.href = address;
    return;
  }
  if (signal.aborted) return;
  if (!fresh.getElementById("list")) { location.href = address; return; }
  if (push) {
    savePlace();
    history.pushState(null, "", address);
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

/** Waits for the steps up to a state, for a second at most. */
const reach = (state) => new Promise((resolve) => {
  const look = () => { if (isKnown(state)) resolve(); else waiting.push(look); };
  setTimeout(resolve, 1000);
  look();
});

/** Loads rows where one comes near the end of those that are loaded, at either end. */
let isLoading = false;
async function loadNear() {
  if (isLoading || !shown.rows.length || isBusy()) return;
  const way = end() < total() && shown.rows.at(-1).getBoundingClientRect().bottom < innerHeight + margin ? 1
    : shown.start > 0 && shown.rows[0].getBoundingClientRect().top > -margin ? -1 : 0;
  if (!way) return;
  isLoading = true;
  let isMore = false;
  // The way to the next page stays, as a link.
  try { isMore = await load(way); } catch { /* the server is away */ }
  isLoading = false;
  if (isMore) loadNear();
}

/** How often in a row what came was of another state than what is shown. */
let misses = 0;

async function load(way) {
  const { address } = shown;
  const fresh = (await page(at({ offset: way > 0 ? end() : Math.max(0, shown.start - 100) }))).getElementById("list");
  if (!fresh) return false;
  const piece = read(fresh);
  await reach(piece.state);
  if (shown.address !== address || isBusy()) return false;
  // Others have changed the list meanwhile: what came is of another state.
  if (piece.state !== shown.state) {
    misses += 1;
    if (!isLive() || misses > 2) await readAnew();
    return true;
  }
  misses = 0;
  still(() => {
    const [from, to] = [piece.start, piece.start + piece.rows.length];
    if (way > 0 && from <= end()) shown.rows.push(...piece.rows.slice(end() - from));
    if (way < 0 && to >= shown.start && from < shown.start) {
      shown.rows.unshift(...piece.rows.slice(0, shown.start - from));
      shown.start = from;
    }
    piece.sections.forEach(({ head, foot }, index) => {
      const section = shown.sections[index];
      section.head ??= head;
      section.foot ??= foot;
    });
    letGo(way);
    render();
  });
  return true;
}

/** Lets go of rows far behind one who goes one way. */
function letGo(way) {
  if (shown.rows.length <= greatest) return;
  const seen = place();
  const index = seen ? seen.position - shown.start : 0;
  if (way > 0) {
    const count = Math.max(0, index - kept);
    shown.rows.splice(0, count);
    shown.start += count;
  } else {
    shown.rows.length = Math.min(shown.rows.length, index + kept);
  }
}

// MARK: Places

const place = () => placeIn(shown.rows, shown.start);
const put = (to) => putIn(to, shown.rows, shown.start);

/** Keeps the place in the browser's history, to come back to. */
export function savePlace() { history.replaceState({ ...history.state, place: place() }, ""); }

/** Goes to where a section begins. */
export async function goToSection(index) {
  const isShown = () => document.getElementById(`section-${index}`)?.querySelector("small") === null;
  if (!isShown()) {
    const offset = shown.sections.slice(0, index).reduce((sum, { count }) => sum + count, 0);
    await show(at({ offset: Math.max(0, offset - 30) }));
  }
  document.getElementById(`section-${index}`)?.scrollIntoView({ block: "start", behavior: "instant" });
}

/** Comes back to a place that the browser's history knows, or to the beginning. */
export async function goBack() {
  const to = history.state?.place ?? null;
  const url = new URL(location.href);
  if (to) for (const name of ["offset", "around"]) url.searchParams.delete(name);
  const address = url.pathname + url.search;
  if (address !== shown.address || to && !shown.rows.some((row) => row.dataset.id === to.id)) return show(address, { to });
  if (to) put(to); else scrollTo({ top: 0, behavior: "instant" });
}

/** Takes over the page as the server has made it. */
export function begin() {
  shown = read(main());
  history.scrollRestoration = "manual";
  if (history.state?.place) goBack();
  let isAwaited = false;
  addEventListener("scroll", () => {
    if (isAwaited) return;
    isAwaited = true;
    requestAnimationFrame(() => { isAwaited = false; loadNear(); });
  }, { passive: true });
  addEventListener("pagehide", savePlace);
  loadNear();
  return () => ({ list: shown.address, state: shown.state });
}

/** The row of an item's neighbor, and how many rows of the answer are before an item's. */
export const neighbor = (row, way) => shown.rows[shown.rows.indexOf(row) + way];
export const position = (row) => shown.start + shown.rows.indexOf(row);
