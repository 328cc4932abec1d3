// Placeholders before and after the loaded rows. They have the height of the unloaded rows, so that the scroll bar
// shows the length of the list.

/** Browsers lay out no page that is much longer: of a longer list, each row that is not loaded counts for less. */
const greatest = 12e6;

const make = () => {
  const space = Object.assign(document.createElement("div"), { className: "space" });
  space.setAttribute("aria-hidden", "true");
  return space;
};
export const before = make();
export const behind = make();

/** The height of a row, and what a section has besides its rows. */
let [row, part] = [60, 0];
let scale = 1;
/** The height of the space before the rows, which there is where they don't begin the list. */
let height = 0;
let isBeginning = true;

const box = (element) => element.getBoundingClientRect();

/** Learns from what is shown how high rows are. */
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

/** How far from the beginning a row is, as far as that can be told. */
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

/** The row that is so far from the beginning. */
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

/** How many rows a window's height has room for. */
export const rowsInWindow = () => Math.ceil(innerHeight / row);

/** Makes both spaces as high as they are thought to be; the one before the rows only if it is `placed` anew. */
export function lay(sections, start, end, count, isPlaced) {
  isBeginning = start === 0;
  if (isPlaced || isBeginning) place(isBeginning ? 0 : offset(sections, start));
  behind.style.height = `${Math.max(0, offset(sections, count) - offset(sections, end))}px`;
}

function place(wanted) {
  height = wanted;
  before.style.height = `${height}px`;
}

/** Takes a distance out of the space before the rows; gives back for what of it there is no room there. */
export function shift(distance) {
  if (isBeginning) return distance;
  const wanted = height - distance;
  place(Math.max(0, wanted));
  return Math.max(0, -wanted);
}

/** Makes the space before the rows what it should be, where the row `index` is `depth` below it; gives back by how much it grew. */
export function settle(sections, index, depth) {
  if (isBeginning) return 0;
  const was = height;
  place(Math.max(row, offset(sections, index) - depth));
  return height - was;
}

/** The row of the list that stands at a line of the window where none is loaded; undefined where some are seen. */
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
