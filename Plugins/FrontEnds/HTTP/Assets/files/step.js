// Applies a step from the server to the loaded rows. Positions of removed rows refer to the list before the step, and
// those of inserted rows to the list after it.
import { make } from "./morph.js";

/** Returns the list after a step, or `undefined` if no loaded row remains. */
export function after(shown, step) {
  const gone = [...step.removed, ...step.moved.map(([source]) => source)].sort((a, b) => a - b);
  const come = new Map();
  const fresh = [];
  const moved = new Set();
  for (const [row, markup] of step.inserted) come.set(row, make(markup));
  for (const [source, target, markup] of step.moved) {
    const row = shown.rows[source - shown.start];
    come.set(target, row ?? make(markup));
    if (row) { moved.add(row); fresh.push([row, markup]); }
  }
  const targets = [...come.keys()].sort((a, b) => a - b);
  const rows = new Map(come);
  let [first, last] = [step.count === come.size ? 0 : Infinity, -1];
  let [g, c] = [0, 0];
  shown.rows.forEach((row, index) => {
    const old = shown.start + index;
    while (gone[g] < old) g += 1;
    if (gone[g] === old) return;
    const rank = old - g;
    while (c < targets.length && targets[c] - c <= rank) c += 1;
    rows.set(rank + c, row);
    first = Math.min(first, rank + c);
    last = rank + c;
  });
  if (step.count === 0) first = 0;
  if (first === Infinity) return undefined;
  while (rows.has(first - 1)) first -= 1;
  while (rows.has(last + 1)) last += 1;
  const content = { state: step.to, start: first, rows: [], sections: [...shown.sections] };
  for (let row = first; row <= last; row += 1) {
    if (!rows.has(row)) return undefined;
    content.rows.push(rows.get(row));
  }
  for (const [row, markup] of step.changed) if (content.rows[row - first]) fresh.push([content.rows[row - first], markup]);
  for (const index of step.sections.removed.toReversed()) content.sections.splice(index, 1);
  for (const [index, count, head, foot] of step.sections.inserted) content.sections.splice(index, 0, { count, head, foot });
  for (const [index, count, head, foot] of step.sections.changed) Object.assign(content.sections[index] ?? {}, { count, head, foot });
  const sum = content.sections.reduce((sum, { count }) => sum + count, 0);
  const removed = step.removed.map((row) => shown.rows[row - shown.start]?.dataset.id).filter(Boolean);
  return sum === step.count && content.rows.length <= sum ? { content, fresh, moved, removed } : undefined;
}
