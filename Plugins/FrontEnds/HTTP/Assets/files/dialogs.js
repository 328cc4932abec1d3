// Questions in native dialogs.
import { request } from "./request.js";
import { text as words } from "./text.js";

/** Asks whether to remove the item of a link, and removes it. */
export async function confirmDeletion(link, done) {
  const row = link.closest(".row");
  const name = row ? row.querySelector(".name").textContent : link.dataset.name;
  const place = row ?? link.closest(".bar, .pane-bar");
  const action = new URL(link.href).pathname;
  // Close the menu and return the focus to its button.
  const menu = link.closest("details.menu");
  if (menu?.open) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
  const { kind } = await ask(words("Remove “{1}”?", name), words("You can undo this."), [
    { title: words("Cancel"), kind: "cancel" }, { title: words("Remove"), kind: "destructive" },
  ]);
  if (kind !== "destructive") return;
  try {
    const answer = await request(action, {
      method: "POST", body: new URLSearchParams({ back: "/" }), headers: { Accept: "text/html", Prefer: "return=minimal" },
    });
    if (answer.ok) done(answer, words("Removed “{1}”. You can undo this.", name)); else sayBeside(await reasonOf(answer), place);
  } catch {
    sayUnreachable(words("Not removed."), place);
  }
}

/** Returns the reason in the server's response. */
export async function reasonOf(answer) {
  const text = await answer.text();
  if (answer.status === 401) return words("You are signed out; nothing was changed.");
  if (answer.headers.get("Content-Type")?.includes("json")) return JSON.parse(text).detail;
  const page = new DOMParser().parseFromString(text, "text/html");
  return page.querySelector("main .notice, main p")?.textContent ?? answer.statusText;
}

/** Shows an error after an element, in place of the previous error. Returns the line. */
export function sayBeside(text, element) {
  for (const old of document.querySelectorAll(".failure")) old.remove();
  const isListed = element.tagName === "LI";
  const line = Object.assign(document.createElement(isListed ? "li" : "p"), { className: "failure" });
  // A list item with a different role would no longer be announced as a list item, so a child gets the role.
  const said = isListed ? line.appendChild(document.createElement("span")) : line;
  said.setAttribute("role", "alert");
  said.textContent = text;
  const close = Object.assign(document.createElement("button"), { type: "button", textContent: "×", title: words("Close") });
  close.setAttribute("aria-label", words("Close"));
  close.addEventListener("click", () => line.remove());
  line.append(close);
  element.after(line);
  return line;
}

/** Shows an error after an element until the server can be reached again. `failure` is a sentence. */
export function sayUnreachable(failure, element) {
  sayBeside(`${failure} ${words("The server can't be reached.")}`, element).classList.add("away");
}

/** Removes the messages that the server is away. */
export function forgetUnreachable() { for (const line of document.querySelectorAll(".failure.away")) line.remove(); }
addEventListener("online", forgetUnreachable);

function element(name, textContent, properties = {}) {
  return Object.assign(document.createElement(name), { textContent, ...properties });
}

/**
 * Shows an alert or, with `isSheet`, an action sheet. Returns the kind and the title of the chosen action, `undefined` if
 * none was chosen, and the texts of the fields.
 */
export function ask(title, text, actions, { fields = [], isSheet = false } = {}) {
  return new Promise((resolve) => {
    const dialog = element("dialog", "", { className: isSheet ? "action-sheet" : "" });
    dialog.setAttribute("role", "alertdialog");
    dialog.setAttribute("aria-labelledby", "dialog-title");
    dialog.append(element("h2", title, { id: "dialog-title" }));
    if (text) {
      dialog.setAttribute("aria-describedby", "dialog-text");
      dialog.append(element("p", text, { id: "dialog-text" }));
    }
    const form = element("form", "", { method: "dialog" });
    const inputs = fields.map((field) => {
      const label = element("label", field.title);
      const input = element("input", "", { type: field.isSecure ? "password" : "text", autocomplete: "off" });
      label.append(input);
      form.append(label);
      return input;
    });
    const bar = element("div", "", { className: "actions" });
    for (const action of actions) {
      const kind = { destructive: "destructive", default: "prominent" }[action.kind] ?? "";
      const button = element("button", action.title, { className: `button ${kind}`, value: action.kind });
      // Return in a field triggers the first button that submits, which is therefore not the one that cancels.
      if (action.kind === "cancel") {
        button.type = "button";
        button.addEventListener("click", () => dialog.close("cancel"));
      }
      bar.append(button);
    }
    form.append(bar);
    dialog.append(form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      const chosen = actions.find(({ kind }) => kind === dialog.returnValue);
      resolve({ kind: chosen?.kind, title: chosen?.title, texts: inputs.map((input) => input.value) });
    });
    document.body.append(dialog);
    dialog.showModal();
    const least = actions.findIndex((action) => action.kind === "cancel");
    (inputs[0] ?? bar.children[Math.max(least, 0)]).focus();
  });
}
