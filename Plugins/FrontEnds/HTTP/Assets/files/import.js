// Sends a file to be looked at or taken over, and shows how far it is and what came of it.

const form = document.getElementById("import");
const file = document.getElementById("file");
const bar = document.getElementById("progress");
const title = document.getElementById("progress-title");
const outcome = document.getElementById("outcome");

function element(name, text, className = "") {
  return Object.assign(document.createElement(name), { textContent: text, className });
}

/** fetch tells nothing of how much has been sent; the older way does. */
function send(address, body) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => {
      bar.value = total ? loaded / total : 0;
      title.textContent = loaded < total ? `Sent ${Math.round(100 * loaded / total)} percent.` : "Sent; it is being read.";
      if (loaded === total) bar.removeAttribute("value");
    };
    request.onload = () => resolve({ isWell: request.status < 300, answer: request.response });
    request.onerror = () => reject(new Error("The server can’t be reached."));
    request.send(body);
  });
}

const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

function show({ isWell, answer }, isDry) {
  outcome.replaceChildren();
  if (!isWell) {
    outcome.append(element("p", answer?.detail ?? "It can’t be imported.", "problem"));
    list((answer?.errors ?? []).map((error) => error.detail));
    return;
  }
  const { added, changed, unchanged, refused, entries, remarks } = answer;
  const parts = [count(added, "item", "items") + (isDry ? " to add" : " added"), `${changed} ${isDry ? "to change" : "changed"}`];
  if (unchanged) parts.push(`${unchanged} the same already`);
  if (refused.length) parts.push(`${refused.length} that can’t be imported`);
  outcome.append(element("p", `${parts.join(", ")}.`, "notice"));
  outcome.append(...remarks.map((text) => element("p", text)));
  list(refused.map((entry) => `Line ${entry.line}: ${entry.detail}`));
  list(entries.map((entry) => entry.added !== undefined ? `+ ${entry.added}` : `${entry.changed}: ${entry.fields.join(", ")}`));
  if (!isDry) {
    const link = element("a", "To the list", "button");
    link.href = "/";
    outcome.append(link);
    link.focus();
  }
}

function list(texts) {
  if (!texts.length) return;
  const lines = element("ul", "", "entries");
  lines.append(...texts.slice(0, 50).map((text) => element("li", text)));
  if (texts.length > 50) lines.append(element("li", `and ${texts.length - 50} more`));
  outcome.append(lines);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const isDry = event.submitter?.id === "look";
  const query = new URLSearchParams({ dryRun: isDry, skipInvalid: document.getElementById("skip").checked });
  const key = document.getElementById("update").value;
  if (key) query.set("updateBy", key);
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  bar.hidden = false;
  bar.value = 0;
  try {
    show(await send(`/api/import?${query}`, file.files[0]), isDry);
  } catch (error) {
    outcome.replaceChildren(element("p", error.message, "problem"));
  }
  for (const button of form.querySelectorAll("button")) button.disabled = false;
  bar.hidden = true;
  title.textContent = isDry ? "Looked at; nothing was changed." : "Done.";
});
