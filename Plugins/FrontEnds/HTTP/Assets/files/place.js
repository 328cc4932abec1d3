// Keeps the user's position in the list fixed on the screen while rows around it change.
import { shift } from "./space.js";

export const edge = () => Math.max(0, document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0);
const top = (row) => row.getBoundingClientRect().top;
const scroll = (distance) => { if (Math.abs(distance) >= 0.5) scrollBy({ top: distance, behavior: "instant" }); };

/**
 * Moves the rows up, by changing the space before them if possible. Scrolling could interfere with the user's own
 * scrolling.
 */
export const slide = (distance) => scroll(shift(distance));

/** Keeps a row in place on the screen for a few frames, until pictures and fonts are loaded. */
let held;
function hold(row, at) {
  const own = held = { row, at, y: scrollY };
  let [calm, left] = [0, 20];
  const go = () => {
    if (held !== own) return;
    // Scrolling by any means releases the row.
    if (left < 20 && hasScrolled()) return release();
    const distance = row.isConnected ? top(row) - at : 0;
    if (Math.abs(distance) >= 0.5) slide(distance);
    own.y = scrollY;
    calm = Math.abs(distance) < 0.5 ? calm + 1 : 0;
    if (calm < 3 && left-- > 0) requestAnimationFrame(go); else release();
  };
  go();
}

const hasScrolled = () => Math.abs(scrollY - held.y) > 1;

export function release() { held = undefined; }

// Any interaction releases the row.
for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) addEventListener(kind, release, { passive: true });

/** Returns the index of the first visible row, or of the last row if all are above. */
export function firstInSight(rows) {
  const line = edge();
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].getBoundingClientRect().bottom > line + 1) high = middle; else low = middle + 1;
  }
  return low;
}

/** Whether the beginning of the list is visible, so that rows inserted there may appear. */
const isAtTop = (rows, start) => !rows.length || (start === 0 && top(rows[0]) >= edge());

/**
 * Returns the current position: an item, its row in the result, and its distance from the top of the window. Returns
 * null at the beginning.
 */
export function place(rows, start) {
  if (isAtTop(rows, start)) return null;
  const index = firstInSight(rows);
  return { id: rows[index].dataset.id, position: start + index, top: top(rows[index]) };
}

/** Scrolls to a position. If its item is gone, scrolls to the row at the same index. */
export function put(place, rows, start) {
  const row = rows.find((row) => row.dataset.id === place.id)
    ?? rows[Math.min(Math.max(place.position - start, 0), rows.length - 1)];
  if (!row) return;
  scroll(top(row) - place.top);
  hold(row, place.top);
}

/**
 * Changes the rows and keeps one of them in place on the screen: the row with the focus if it is visible, otherwise the
 * first visible row that isn't moved. `change` returns the rows that are moved.
 */
export function still(rows, start, change) {
  if (isAtTop(rows, start)) return change();
  const first = firstInSight(rows);
  const focused = document.activeElement?.closest?.(".row[data-id]");
  const isSeen = focused && top(focused) < innerHeight && focused.getBoundingClientRect().bottom > edge();
  const near = rows.slice(first).concat(rows.slice(0, first).reverse()).slice(0, 60);
  const seen = (isSeen ? [focused, ...near] : near).map((row) => [row, top(row)]);
  if (held && !hasScrolled()) seen.unshift([held.row, held.at]);
  const gone = change() ?? new Set();
  const anchor = seen.find(([row]) => row.isConnected && !gone.has(row));
  if (anchor) hold(...anchor); else release();
}

// MARK: Focus

/** Changes the rows and keeps the focus on its item, or on the row that took its place. */
export function keepFocus(rows, change, rowsNow) {
  const active = document.activeElement;
  const row = active?.closest?.(".row[data-id]");
  const index = rows.indexOf(row);
  change();
  if (!active || active === document.body || document.activeElement === active) return;
  const left = row?.isConnected ? row : row && (rowsNow()[index] ?? rowsNow().at(-1));
  const target = active.isConnected ? active : left?.querySelector(".cell") ?? document.getElementById("list");
  target?.focus({ preventScroll: true });
}

/** The item whose row had the focus when it was unloaded. */
let left;

/** Replaces the loaded rows. The list keeps the focus until the focused row is loaded again. */
export function keepFocusFar(change) {
  const row = document.activeElement?.closest?.(".row[data-id]");
  const list = document.getElementById("list");
  change();
  if (row && !row.isConnected) {
    left = row.dataset.id;
    list.focus({ preventScroll: true });
  }
  if (!left || document.activeElement !== list) return;
  const again = document.getElementById(`item-${left}`)?.querySelector(".cell");
  if (!again) return;
  left = undefined;
  again.focus({ preventScroll: true });
}
