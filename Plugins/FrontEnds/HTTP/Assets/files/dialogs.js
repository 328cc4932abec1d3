// Questions in a dialog of the browser's own.

/** Asks whether to delete what a link is about, and does it. */
export async function confirmDeletion(link, done) {
  const row = link.closest(".row");
  const name = row?.querySelector(".name")?.textContent ?? link.dataset.name ?? "this item";
  const action = new URL(link.href).pathname;
  const agreed = await ask(`Delete “${name}”?`, "You can undo that.", "Delete");
  if (!agreed) return;
  const answer = await fetch(action, { method: "POST", body: new URLSearchParams({ back: "/" }) });
  if (answer.ok) done(); else location.href = link.href;
}

/** Shows a question; the promise is kept with whether it was agreed to. */
export function ask(title, text, verb) {
  return new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("role", "alertdialog");
    dialog.setAttribute("aria-labelledby", "dialog-title");
    dialog.setAttribute("aria-describedby", "dialog-text");
    const heading = document.createElement("h2");
    heading.id = "dialog-title";
    heading.textContent = title;
    const paragraph = document.createElement("p");
    paragraph.id = "dialog-text";
    paragraph.textContent = text;
    const form = document.createElement("form");
    form.method = "dialog";
    form.className = "actions";
    const cancel = document.createElement("button");
    cancel.className = "button";
    cancel.value = "cancel";
    cancel.textContent = "Cancel";
    const confirm = document.createElement("button");
    confirm.className = "button destructive";
    confirm.value = "confirm";
    confirm.textContent = verb;
    form.append(cancel, confirm);
    dialog.append(heading, paragraph, form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "confirm");
    });
    document.body.append(dialog);
    dialog.showModal();
    cancel.focus();
  });
}
