// Rows under the hand: dragging by the handle, moving by the keyboard, swiping on a touch screen.

import { reasonOf, sayBeside } from "./dialogs.js";

let refresh = () => {};

/** Makes the rows of a list draggable and swipeable. */
export function enhanceRows(list, onChange) {
  refresh = onChange;
  for (const handle of list.querySelectorAll(".handle")) handle.onpointerdown = startDragging;
  for (const row of list.querySelectorAll(".row[data-id]")) row.onpointerdown ??= startSwiping;
}

const rowsAround = (row) => [...row.parentElement.querySelectorAll(":scope > .row[data-id]")];

/** Moves an item; where that fails, says why, and lets `back` put the row where it was. */
async function move(row, where, back) {
  let problem;
  try {
    const answer = await fetch(`/api/items/${row.dataset.id}/move`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(where),
    });
    if (answer.ok) return true;
    problem = await reasonOf(answer);
  } catch {
    problem = "The server can’t be reached; the row was put back.";
  }
  back();
  sayBeside(problem, row);
  return false;
}

/** A way back to where a row stands now. */
function wayBack(row) {
  const next = row.nextElementSibling;
  const parent = row.parentElement;
  return () => parent.insertBefore(row, next?.parentElement === parent ? next : null);
}

// MARK: Dragging

function startDragging(event) {
  if (event.button) return;
  event.preventDefault();
  event.stopPropagation();
  const handle = event.currentTarget;
  const row = handle.closest(".row");
  const before = rowsAround(row).indexOf(row);
  const back = wayBack(row);
  handle.setPointerCapture(event.pointerId);
  row.classList.add("dragging");
  let grip = event.clientY;
  let y = event.clientY;
  const follow = () => {
    const rows = rowsAround(row);
    const index = rows.indexOf(row);
    const above = rows[index - 1];
    const below = rows[index + 1];
    if (below && y > below.getBoundingClientRect().top + below.offsetHeight / 2) {
      grip += below.offsetHeight;
      below.after(row);
    } else if (above && y < above.getBoundingClientRect().top + above.offsetHeight / 2) {
      grip -= above.offsetHeight;
      above.before(row);
    }
    row.style.transform = `translateY(${y - grip}px)`;
  };
  handle.onpointermove = (next) => { y = next.clientY; follow(); };
  // The list runs along when one drags to its edge.
  const running = setInterval(() => {
    const step = y < 90 ? -12 : y > innerHeight - 60 ? 12 : 0;
    if (!step) return;
    const from = scrollY;
    scrollBy({ top: step, behavior: "instant" });
    grip -= scrollY - from;
    follow();
  }, 16);
  const end = async (last) => {
    clearInterval(running);
    handle.onpointermove = handle.onpointerup = handle.onpointercancel = null;
    row.classList.remove("dragging");
    row.style.transform = "";
    const rows = rowsAround(row);
    const index = rows.indexOf(row);
    if (last.type === "pointercancel") return refresh();
    if (index === before) return;
    const where = index > 0 ? { after: rows[index - 1].dataset.id } : { before: rows[1].dataset.id };
    if (await move(row, where, back)) refresh();
  };
  handle.onpointerup = handle.onpointercancel = end;
}

// MARK: Keyboard

/** Arrow keys go from row to row; with Alt they take the row along, where the list can be reordered. */
export async function moveByKeyboard(event) {
  const row = event.target.closest?.(".row[data-id]");
  if (!row || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
  const isDown = event.key === "ArrowDown";
  const all = [...document.querySelectorAll("#list .row[data-id]")];
  const other = all[all.indexOf(row) + (isDown ? 1 : -1)];
  if (!other) return;
  event.preventDefault();
  const canMove = document.getElementById("list")?.dataset.movable === "true";
  if (!event.altKey) { other.querySelector(".cell").focus(); return; }
  if (!canMove || row.parentElement !== other.parentElement) return;
  const back = wayBack(row);
  if (isDown) other.after(row); else other.before(row);
  row.querySelector(".cell").focus();
  row.scrollIntoView({ block: "nearest" });
  const status = document.getElementById("status");
  if (status) status.textContent = `${row.querySelector(".name").textContent}: row ${rowsAround(row).indexOf(row) + 1}`;
  await move(row, isDown ? { after: other.dataset.id } : { before: other.dataset.id }, back);
}

// MARK: Swiping

function startSwiping(event) {
  if (event.pointerType !== "touch" || event.target.closest(".handle, .menu, button")) return;
  const row = event.currentTarget;
  const start = [event.clientX, event.clientY];
  let distance = 0;
  let hint;
  row.onpointermove = (next) => {
    distance = next.clientX - start[0];
    if (Math.abs(next.clientY - start[1]) > 24 && !hint) return end();
    if (Math.abs(distance) < 16) return;
    if (!hint) {
      row.setPointerCapture(event.pointerId);
      row.classList.add("swiping");
      hint = document.createElement("span");
      row.prepend(hint);
    }
    const isLeading = distance > 0;
    hint.className = `swipe-hint ${isLeading ? "leading" : "trailing"}`;
    hint.textContent = isLeading ? (row.dataset.favorite === "true" ? "Unfavorite" : "Favorite") : "Delete";
    hint.style.opacity = Math.min(1, Math.abs(distance) / 96);
    row.style.setProperty("--swipe", `${distance}px`);
  };
  const end = (last) => {
    row.onpointermove = row.onpointerup = row.onpointercancel = null;
    hint?.remove();
    row.classList.remove("swiping");
    row.style.removeProperty("--swipe");
    if (!hint || last?.type !== "pointerup" || Math.abs(distance) < 96) return;
    if (distance > 0) row.querySelector(".star")?.click();
    else row.querySelector("[data-action=delete]")?.click();
  };
  row.onpointerup = row.onpointercancel = end;
}
