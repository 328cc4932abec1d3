// Edits a single field of an item in place.
import { isPlain } from "./clicks.js";
import { enhanceForm, mayLeave } from "./forms.js";
import { request } from "./request.js";
import { text as words } from "./text.js";

/** Restores the text of the field that is being edited. */
let restore;

/** Replaces the text of a fact with its field from the item's form. If there is none, opens the form. */
async function edit(fact, link) {
  if (!await mayLeave()) return;
  restore?.();
  let whole;
  try {
    const answer = await request(link.href, { headers: { Accept: "text/html" } });
    whole = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("form.detail-form");
  } catch { /* Opening the form shows the error. */ }
  const field = whole?.querySelector(`[id="field-${link.dataset.field}"]`)?.closest(".field");
  if (!field || !fact.isConnected) return location.assign(link.href);
  const form = Object.assign(document.createElement("form"), { className: "detail-form one-field", method: "post", action: whole.action });
  form.dataset.draft = whole.dataset.draft;
  const buttons = Object.assign(document.createElement("p"), { className: "actions" });
  const cancel = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: words("Cancel") });
  buttons.append(Object.assign(document.createElement("button"), { className: "button prominent", textContent: words("Save") }), cancel);
  form.append(...whole.querySelectorAll(":scope > input[type=hidden]"), document.adoptNode(field), buttons);
  const place = fact.querySelector("dd");
  const text = [...place.childNodes];
  restore = () => {
    restore = undefined;
    place.replaceChildren(...text);
    enhanceForm();
  };
  const stop = async () => {
    if (!await mayLeave()) return;
    restore();
    link.focus();
  };
  cancel.addEventListener("click", stop);
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    stop();
  });
  place.replaceChildren(form);
  enhanceForm();
  form.querySelector("[id^=field-]").focus();
}

/** Starts editing facts when they are clicked. */
export function followFacts() {
  // Runs before the listeners that follow links.
  addEventListener("click", (event) => {
    const fact = event.target.closest?.(".facts > div");
    const link = fact?.querySelector(".edit-one");
    if (!link || !isPlain(event) || event.target.closest("a:not(.edit-one), form") || String(getSelection())) return;
    event.preventDefault();
    edit(fact, link);
  }, true);
}
