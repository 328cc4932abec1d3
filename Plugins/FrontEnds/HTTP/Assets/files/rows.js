// Interactions with rows: dragging by the handle, moving with the keyboard, and swiping on a touch screen. The row
// moves immediately, and the server's change arrives as a step.

import { announce, noteOwn } from "./announce.js";
import { reasonOf, sayBeside, sayUnreachable } from "./dialogs.js";
import { home } from "./home.js";
import { goOn, goTo, neighbor, position, readAnew, render, rowInSight } from "./list.js";
import { isLive } from "./live.js";
import { request } from "./request.js";
import { text as words } from "./text.js";

addEventListener("pointerdown", (event) => {
  const row = event.target.closest?.("#list .row[data-id]");
  if (!row || event.button || document.querySelector(".row.dragging")) return;
  if (event.target.closest(".handle")) startDragging(event, row); else startSwiping(event, row);
});

/** Moves an item before or after another one. If that fails, shows the reason and moves the row back. */
async function move(row, where, other, text) {
  let [problem, isAway] = ["", false];
  try {
    const answer = await request(`${home}items/${row.dataset.id}/move`, {
      method: "POST", body: new URLSearchParams({ [where]: other.dataset.id }),
      headers: { Accept: "text/html", Prefer: "return=minimal" },
    });
    if (answer.ok) noteOwn(answer.headers.get("Loot-State"), text); else problem = await reasonOf(answer);
  } catch {
    isAway = true;
  }
  goOn();
  if (problem || isAway) {
    render();
    if (isAway) sayUnreachable(words("Not moved."), row); else sayBeside(problem, row);
  } else if (!isLive()) {
    readAnew();
  }
}

const nameOf = (row) => row.querySelector(".name").textContent;
const rowsAround = (row) => [...row.parentElement.querySelectorAll(":scope > .row[data-id]")];
const page = document.documentElement;

// MARK: Dragging

function startDragging(event, row) {
  event.preventDefault();
  const before = rowsAround(row)[rowsAround(row).indexOf(row) - 1];
  const grip = event.clientY - row.getBoundingClientRect().top;
  let y = event.clientY;
  let shift = 0;
  // The page captures the pointer, because rows below it are added and removed.
  page.setPointerCapture(event.pointerId);
  row.classList.add("dragging");
  const center = (other) => other.getBoundingClientRect().top + other.offsetHeight / 2;
  const isRow = (other) => other?.dataset.id;
  const follow = () => {
    let [above, below] = [row.previousElementSibling, row.nextElementSibling];
    while (isRow(below) && y > center(below)) {
      row.before(below);
      below = row.nextElementSibling;
    }
    while (isRow(above) && y < center(above)) {
      row.after(above);
      above = row.previousElementSibling;
    }
    shift += y - grip - row.getBoundingClientRect().top;
    row.style.transform = `translateY(${shift}px)`;
  };
  const moved = (next) => {
    if (next.pointerId !== event.pointerId) return;
    y = next.clientY;
    follow();
  };
  // Dragging to an edge scrolls the list, faster the closer it gets.
  const running = setInterval(() => {
    const [top, bottom] = [y - 120, y - (innerHeight - 90)];
    const step = top < 0 ? top / 4 : bottom > 0 ? bottom / 4 : 0;
    if (!step) return;
    scrollBy({ top: Math.max(-30, Math.min(30, step)), behavior: "instant" });
    follow();
  }, 16);
  const end = (isDropped) => {
    clearInterval(running);
    for (const [kind, listener] of Object.entries(listeners)) removeEventListener(kind, listener, true);
    removeEventListener("rendered", follow, true);
    if (page.hasPointerCapture(event.pointerId)) page.releasePointerCapture(event.pointerId);
    row.classList.remove("dragging");
    row.style.transform = "";
    const rows = rowsAround(row);
    const index = rows.indexOf(row);
    if (!isDropped || rows[index - 1] === before) {
      render();
      goOn();
    } else if (index > 0) {
      move(row, "after", rows[index - 1], words("{1} was moved.", nameOf(row)));
    } else {
      move(row, "before", rows[1], words("{1} was moved.", nameOf(row)));
    }
  };
  const listeners = {
    pointermove: moved,
    pointerup: (last) => { if (last.pointerId === event.pointerId) { moved(last); end(true); } },
    pointercancel: (last) => { if (last.pointerId === event.pointerId) end(false); },
    keydown: (key) => {
      if (key.key !== "Escape") return;
      key.preventDefault();
      key.stopPropagation();
      announce(words("{1} was put back.", nameOf(row)));
      end(false);
    },
  };
  for (const [kind, listener] of Object.entries(listeners)) addEventListener(kind, listener, true);
  addEventListener("rendered", follow, true);
}

// MARK: Keyboard

/** Moves the focus between rows with the arrow keys. With Alt, moves the row if the list can be reordered. */
export async function moveByKeyboard(event) {
  if (!["ArrowUp", "ArrowDown", "Home", "End"].includes(event.key) || event.shiftKey || event.ctrlKey || event.metaKey) return;
  const list = document.getElementById("list");
  if (!list) return;
  const row = event.target.closest?.(".row[data-id]");
  const isFree = event.target === document.body || event.target === list;
  if (!row && !isFree) return;
  const way = event.key === "ArrowDown" ? 1 : -1;
  if (event.altKey) {
    if (!row || list.dataset.movable !== "true" || !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    moveByOne(row, way);
    return;
  }
  if (!row) {
    // If the page itself has the focus, the down arrow key moves it to a visible row of the list.
    const first = list.querySelector(".row.current") ?? rowInSight();
    if (event.key !== "ArrowDown" || !first) return;
    event.preventDefault();
    first.querySelector(".cell").focus();
    return;
  }
  event.preventDefault();
  const last = Number(row.getAttribute("aria-setsize")) - 1;
  const other = event.key === "Home" ? await goTo(0) : event.key === "End" ? await goTo(last)
    : neighbor(row, way) ?? await goTo(Math.max(0, Math.min(last, position(row) + way)));
  other?.querySelector(".cell").focus();
}

/** Moves a row past its neighbor. */
export function moveByOne(row, way) {
  const other = way > 0 ? row.nextElementSibling : row.previousElementSibling;
  if (!other?.dataset.id) {
    announce(way > 0 ? words("{1} can't be moved further down here.", nameOf(row)) : words("{1} can't be moved further up here.", nameOf(row)));
    return;
  }
  // Move the other row, so that this one keeps the focus.
  if (way > 0) row.before(other); else row.after(other);
  row.scrollIntoView({ block: "nearest", behavior: "instant" });
  move(row, way > 0 ? "after" : "before", other, words("{1}: row {2}", nameOf(row), position(row) + way + 1));
}

// MARK: Swiping

/** The minimum distance of a swipe, in pixels. */
const enough = 96;

function startSwiping(event, row) {
  if (event.pointerType !== "touch" || event.target.closest(".menu[open]") || !row.querySelector(".menu")) return;
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
      hint.append(document.createElement("span"));
      row.prepend(hint);
    }
    const isLeading = distance > 0;
    hint.className = `swipe-hint ${isLeading ? "leading" : "trailing"}${Math.abs(distance) >= enough ? " far" : ""}`;
    hint.firstChild.textContent = isLeading ? row.querySelector(".star")?.title ?? "" : words("Remove…");
    row.style.setProperty("--swipe", `${distance}px`);
  };
  const end = (last) => {
    row.onpointermove = row.onpointerup = row.onpointercancel = null;
    hint?.remove();
    row.classList.remove("swiping");
    row.style.removeProperty("--swipe");
    goOn();
    if (!hint || last?.type !== "pointerup") return;
    // A swipe must not also trigger a click.
    const swallow = (click) => { if (click.isTrusted) { click.preventDefault(); click.stopPropagation(); } };
    addEventListener("click", swallow, true);
    setTimeout(() => {
      removeEventListener("click", swallow, true);
      if (Math.abs(distance) < enough) return;
      if (distance > 0) row.querySelector(".star")?.click();
      else row.querySelector("[data-action=delete]")?.click();
    });
  };
  row.onpointerup = row.onpointercancel = end;
}
