// Rows under the hand: dragging by the handle, moving by the keyboard, swiping on a touch screen. The row is where the
// hand has put it; what the server makes of that comes as a step.

import { announce, noteOwn } from "./announce.js";
import { reasonOf, sayBeside } from "./dialogs.js";
import { goOn, neighbor, position, readAnew, render } from "./list.js";
import { isLive } from "./live.js";

addEventListener("pointerdown", (event) => {
  const row = event.target.closest?.("#list .row[data-id]");
  if (!row) return;
  const handle = event.target.closest(".handle");
  if (handle) startDragging(event, handle, row); else startSwiping(event, row);
});

/** Moves an item before or after another; where that fails, says why and puts the row back. */
async function move(row, where, other, text) {
  let problem;
  try {
    const answer = await fetch(`/items/${row.dataset.id}/move`, {
      method: "POST", body: new URLSearchParams({ [where]: other.dataset.id }),
      headers: { Accept: "text/html", Prefer: "return=minimal" },
    });
    if (answer.ok) noteOwn(answer.headers.get("Loot-State"), text); else problem = await reasonOf(answer);
  } catch {
    problem = "The server can’t be reached; the row was put back.";
  }
  goOn();
  if (problem) {
    render();
    sayBeside(problem, row);
  } else if (!isLive()) {
    readAnew();
  }
}

const nameOf = (row) => row.querySelector(".name").textContent;
const rowsAround = (row) => [...row.parentElement.querySelectorAll(":scope > .row[data-id]")];

// MARK: Dragging

function startDragging(event, handle, row) {
  if (event.button) return;
  event.preventDefault();
  const before = rowsAround(row).indexOf(row);
  handle.setPointerCapture(event.pointerId);
  row.classList.add("dragging");
  let grip = event.clientY;
  let y = event.clientY;
  const follow = () => {
    // The others go past the row: it would slip out of the hand if it were taken out of the page.
    let [above, below] = [row.previousElementSibling, row.nextElementSibling];
    while (below && y > below.getBoundingClientRect().top + below.offsetHeight / 2) {
      grip += below.offsetHeight;
      row.before(below);
      below = row.nextElementSibling;
    }
    while (above && y < above.getBoundingClientRect().top + above.offsetHeight / 2) {
      grip -= above.offsetHeight;
      row.after(above);
      above = row.previousElementSibling;
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
  const end = (last) => {
    clearInterval(running);
    handle.onpointermove = handle.onpointerup = handle.onpointercancel = null;
    row.classList.remove("dragging");
    row.style.transform = "";
    const rows = rowsAround(row);
    const index = rows.indexOf(row);
    if (last.type === "pointercancel" || index === before) {
      render();
      goOn();
    } else if (index > 0) {
      move(row, "after", rows[index - 1], `${nameOf(row)} was moved.`);
    } else {
      move(row, "before", rows[1], `${nameOf(row)} was moved.`);
    }
  };
  handle.onpointerup = handle.onpointercancel = end;
}

// MARK: Keyboard

/** Arrow keys go from row to row; with Alt they take the row along, where the list can be reordered. */
export function moveByKeyboard(event) {
  const row = event.target.closest?.(".row[data-id]");
  if (!row || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
  const way = event.key === "ArrowDown" ? 1 : -1;
  if (event.altKey) {
    if (document.getElementById("list").dataset.movable !== "true") return;
    event.preventDefault();
    moveByOne(row, way);
    return;
  }
  const other = neighbor(row, way);
  if (!other) return;
  event.preventDefault();
  other.querySelector(".cell").focus();
}

/** Moves a row past its neighbor. */
export function moveByOne(row, way) {
  const other = way > 0 ? row.nextElementSibling : row.previousElementSibling;
  if (!other?.dataset.id) {
    announce(`${nameOf(row)} can’t go further ${way > 0 ? "down" : "up"} here.`);
    return;
  }
  // The other one goes past it, so that the focus stays.
  if (way > 0) row.before(other); else row.after(other);
  row.scrollIntoView({ block: "nearest", behavior: "instant" });
  move(row, way > 0 ? "after" : "before", other, `${nameOf(row)}: row ${position(row) + way + 1}`);
}

// MARK: Swiping

function startSwiping(event, row) {
  if (event.pointerType !== "touch" || event.target.closest(".menu, button")) return;
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
    goOn();
    if (!hint || last?.type !== "pointerup" || Math.abs(distance) < 96) return;
    if (distance > 0) row.querySelector(".star")?.click();
    else row.querySelector("[data-action=delete]")?.click();
  };
  row.onpointerup = row.onpointercancel = end;
}
