// Placeholders before and after the loaded rows. They have the height of the unloaded rows, so that the scroll bar
// shows the length of the list.

/** The maximum height that browsers can lay out. In longer lists, unloaded rows are scaled down. */
const greatest = 12e6;

const make = () => {
  const space = Object.assign(document.createElement("div"), { className: "space" });
  space.setAttribute("aria-hidden", "true");
  return space;
};
export const before = make();
export const behind = make();

/** The height of a row, and the additional height of a section. */
let [row, part] = [60, 0];
let scale = 1;
/** The height of the space before the rows, if they don't start at the beginning of the list. */
let height = 0;
let isBeginning = true;

const box = (element) => element.getBoundingClientRect();

/** Measures the heights of the displayed rows. */
export function measure(rows, sections) {
  const lists = [...new Set(rows.map((row) => row.parentElement))];
  if (!lists.length || !lists[0]) return;
  const high = lists.reduce((sum, list) => sum + box(list).height, 0);
  if (!high) return;
  row = high / rows.length;
  const parts = lists.map((list) => list.closest("section")).filter(Boolean);
  part = parts.length ? Math.max(0, box(parts.at(-1)).bottom - box(parts[0]).top - high) / parts.length : 0;
  const count = sections.reduce((sum, { count }) => sum + count, 0);
  scale = Math.min(1, greatest / (count * row + sections.length * part));
  for (const space of [before, behind]) space.style.setProperty("--row", `${row}px`);
}

/** Returns the estimated distance of a row from the beginning. */
export function offset(sections, index) {
  let whole = 0;
  if (part) {
    let position = 0;
    for (const { count } of sections) {
      position += count;
      if (position > index) break;
      whole += 1;
    }
  }
  return (index * row + whole * part) * scale;
}

/** Returns the row at a distance from the beginning. */
export function rowAt(sections, distance) {
  let rest = distance / scale;
  let position = 0;
  for (const { count } of sections) {
    const size = count * row + part;
    if (rest < size) return position + Math.max(0, Math.min(count - 1, Math.floor(rest / row)));
    rest -= size;
    position += count;
  }
  return Math.max(0, position - 1);
}

/** Returns the number of rows that fit in the window. */
export const rowsInWindow = () => Math.ceil(innerHeight / row);

/** Sets the estimated heights of both spaces. The one before the rows is only set if `isPlaced` is true. */
export function lay(sections, start, end, count, isPlaced) {
  isBeginning = start === 0;
  if (isPlaced || isBeginning) place(isBeginning ? 0 : offset(sections, start));
  behind.style.height = `${Math.max(0, offset(sections, count) - offset(sections, end))}px`;
}

function place(wanted) {
  height = wanted;
  before.style.height = `${height}px`;
}

/** Reduces the space before the rows. Returns the part of the distance that it is too small for. */
export function shift(distance) {
  if (isBeginning) return distance;
  const wanted = height - distance;
  place(Math.max(0, wanted));
  return Math.max(0, -wanted);
}

/**
 * Corrects the space before the rows, given that the row `index` is `depth` below it. Returns the increase in height.
 */
export function settle(sections, index, depth) {
  if (isBeginning) return 0;
  const was = height;
  place(Math.max(row, offset(sections, index) - depth));
  return height - was;
}

/** Returns the unloaded row at a line of the window, or `undefined` if loaded rows are visible. */
export function missing(sections, start, end, line) {
  const [above, below] = [box(before), box(behind)];
  // At an end of the page, use the corresponding end of the list.
  if (above.bottom > innerHeight && scrollY < 2) return 0;
  if (below.height > 0 && below.top < line && scrollY + innerHeight > document.documentElement.scrollHeight - 2) {
    return sections.reduce((sum, { count }) => sum + count, 0) - 1;
  }
  if (above.height > 0 && above.bottom > innerHeight) {
    return rowAt(sections, Math.max(0, line - above.top) / above.height * offset(sections, start));
  }
  if (below.height > 0 && below.top < line) return rowAt(sections, offset(sections, end) + line - below.top);
  return undefined;
}
