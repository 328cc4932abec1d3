// Selected items, including those whose rows aren't loaded, and actions on all of them in one step.
import { showForm } from "./actions.js";
import { messageOf } from "./announce.js";
import { ask, reasonOf, sayBeside, sayUnreachable } from "./dialogs.js";
import { home } from "./home.js";
import { request } from "./request.js";
import { plural, text } from "./text.js";

const marked = new Set();
/** The row where a selection with Shift starts. */
let last;
let count = 0;

const form = () => document.getElementById("bulk");
const isAll = () => form()?.elements.all.checked ?? false;
const size = () => isAll() ? count : marked.size;

/** Shows which rows are selected. `total` is the number of rows in the list. */
export function showMarks(rows, total) {
  count = total;
  if (!form()) { marked.clear(); return; }
  for (const row of rows) {
    const box = row.querySelector(".mark");
    if (!box) continue;
    box.checked = isAll() || marked.has(row.dataset.id);
    box.disabled = isAll();
    row.classList.toggle("marked", box.checked);
  }
  const number = size();
  document.getElementById("marked").textContent = number === 0 ? text("Select items") : text("{1} selected", number);
  for (const control of form().querySelectorAll(".actions button")) control.disabled = number === 0;
  for (const control of form().querySelectorAll("[data-minimum]")) control.hidden = number < Number(control.dataset.minimum);
  const set = form().querySelector(".set");
  set?.querySelector("summary").setAttribute("aria-disabled", String(number === 0));
  if (number === 0) set?.removeAttribute("open");
}

const mark = (row, isMarked) => {
  if (isMarked) marked.add(row.dataset.id); else marked.delete(row.dataset.id);
};

/** Handles clicks on the rows that `rows()` returns. `made` is called after a change. */
export function followMarks(rows, made) {
  const refresh = () => showMarks(rows(), count);
  document.addEventListener("step", ({ detail }) => {
    for (const id of detail.removed) marked.delete(id);
    refresh();
  });
  addEventListener("click", (event) => {
    const row = event.target.closest?.("#list[data-mode=select] .row[data-id]");
    if (!row || event.target.closest("button, .handle, .delete, .tag, .place")) return;
    const box = row.querySelector(".mark");
    if (!box || box.disabled) return;
    const isBox = event.target === box;
    // In selection mode, a click anywhere in the row selects it. Otherwise, it opens the item.
    if (!isBox) {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      box.checked = !box.checked;
    }
    const all = rows();
    const [from, to] = [all.indexOf(last), all.indexOf(row)].sort((a, b) => a - b);
    if (event.shiftKey && from >= 0) for (const between of all.slice(from, to + 1)) mark(between, box.checked);
    else mark(row, box.checked);
    last = row;
    refresh();
  }, true);
  addEventListener("click", (event) => { if (event.target.closest?.("#bulk [aria-disabled=true]")) event.preventDefault(); });
  addEventListener("change", (event) => { if (event.target.name === "all" && event.target.form === form()) refresh(); });
  addEventListener("submit", (event) => {
    if (event.target !== form() || event.submitter?.dataset.file && isAll()) return;
    event.preventDefault();
    act(event.submitter?.value ?? "edit", event.submitter?.getAttribute("formaction") ?? `${home}bulk`, made, event.submitter?.dataset.file).then(refresh);
  }, true);
  refresh();
}

/** Returns the data of the form with all selected items, including those whose rows aren't loaded. */
function content(action) {
  const body = new URLSearchParams([...new FormData(form())].filter(([name]) => name !== "item"));
  body.set("do", action);
  if (!isAll()) for (const id of marked) body.append("item", id);
  return body;
}

async function act(action, address, made, file) {
  const number = size();
  if (action === "remove") {
    const { kind } = await ask(plural(number, "Remove {1} item?", "Remove {1} items?"), text("You can undo this."), [
      { title: text("Cancel"), kind: "cancel" }, { title: text("Remove"), kind: "destructive" },
    ]);
    if (kind !== "destructive") return;
  }
  const buttons = [...form().querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  let problem;
  try {
    const answer = await request(address, { method: "POST", body: content(action), headers: { Accept: "text/html", Prefer: "return=minimal" } });
    if (!answer.ok) problem = await reasonOf(answer);
    else if (file) save(await answer.blob(), file);
    else if (answer.headers.get("Content-Type")?.startsWith("text/html")) showForm(await answer.text(), made);
    else {
      form().querySelector(".set").open = false;
      made(answer, await messageOf(answer) ?? (action === "remove"
        ? plural(number, "Removed {1} item. You can undo this.", "Removed {1} items. You can undo this.")
        : plural(number, "Changed {1} item. You can undo this.", "Changed {1} items. You can undo this.")));
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    sayUnreachable(text("Nothing was changed."), form().querySelector(".actions"));
  } finally {
    for (const button of buttons) button.disabled = false;
  }
  if (problem) sayBeside(problem, form().querySelector(".actions"));
}

function save(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
