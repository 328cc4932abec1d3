// The keyboard shortcuts of the page: their actions, the entries in the help, and the option to turn off
// single-letter shortcuts.
import { text } from "./text.js";
const store = "loot-keys";

/** Whether shortcuts without Ctrl are turned on. Ctrl-K and Ctrl-Z always work. */
export const areOn = () => { try { return localStorage.getItem(store) !== "off"; } catch { return true; } };
const set = (isOn) => { try { if (isOn) localStorage.removeItem(store); else localStorage.setItem(store, "off"); } catch { /* there is no storage */ } };

/** The descriptions of keys that are handled by rows, dialogs and the browser. */
const told = [
  ["↓ ↑", text("Go to the next or the previous row")],
  ["Home End", text("Go to the first or the last row")],
  ["Enter", text("Open the item")],
  ["Alt ↑ ↓", text("Move the item, if the list is in manual order")],
  ["Esc", text("Close the open panel, or cancel a drag")],
];

const isTyping = (target) => target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");

/** Handles shortcuts. Each consists of a key, a description and a function. Keys that start with ^ require Ctrl. */
export function followKeys(keys) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const isHeld = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const pressed = isHeld ? `^${event.shiftKey ? "⇧" : ""}${name}` : name;
    const found = keys.find(([key]) => key === pressed);
    if (!found) return;
    const isFree = pressed === "^k";
    if (!isFree && (isTyping(event.target) || document.querySelector("dialog[open]"))) return;
    if (!isHeld && !areOn()) return;
    if (found[2](event) !== false) event.preventDefault();
  });
}

const shown = (key) => key.replace("^", "Ctrl ").replace("⇧", "Shift ").replace(/\b[a-z]$/, (letter) => letter.toUpperCase());

function list(keys) {
  const rows = document.createElement("dl");
  rows.className = "keys";
  for (const [key, text] of [...keys.map(([key, text]) => [shown(key), text]), ...told]) {
    const line = document.createElement("div");
    const names = document.createElement("dt");
    for (const part of key.split(" ")) names.append(Object.assign(document.createElement("kbd"), { textContent: part }));
    line.append(names, Object.assign(document.createElement("dd"), { textContent: text }));
    rows.append(line);
  }
  return rows;
}

function theSwitch() {
  const label = Object.assign(document.createElement("label"), { className: "line" });
  const box = Object.assign(document.createElement("input"), { type: "checkbox", className: "switch", checked: areOn() });
  box.setAttribute("role", "switch");
  box.addEventListener("change", () => set(box.checked));
  label.append(box, ` ${text("Use single-letter keyboard shortcuts")}`);
  return label;
}

/** Shows all shortcuts. */
export function showKeys(keys) {
  const dialog = Object.assign(document.createElement("dialog"), { className: "help" });
  dialog.setAttribute("aria-labelledby", "keys-title");
  const form = Object.assign(document.createElement("form"), { method: "dialog", className: "actions" });
  form.append(Object.assign(document.createElement("button"), { className: "button prominent", textContent: text("Close") }));
  dialog.append(Object.assign(document.createElement("h2"), { id: "keys-title", textContent: text("Keyboard shortcuts") }), list(keys), theSwitch(), form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  form.querySelector("button").focus();
}

/** Shows the shortcuts on the settings page. */
export function describeKeys(place, keys) { place.replaceChildren(theSwitch(), list(keys)); }
