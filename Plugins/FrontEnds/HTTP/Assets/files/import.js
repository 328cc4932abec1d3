// Submits the form, shows the progress, and displays the server's response in place.
import { text } from "./text.js";

const form = document.getElementById("import");
const file = document.getElementById("file");
const bar = document.getElementById("progress");
const title = document.getElementById("progress-title");
const outcome = document.getElementById("outcome");

/** Sends the form with XMLHttpRequest, because fetch doesn't report the upload progress. */
function send(body) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", form.action);
    request.responseType = "document";
    request.upload.onprogress = ({ loaded, total }) => {
      bar.value = total ? loaded / total : 0;
      title.textContent = loaded < total ? text("Uploaded {1} percent.", Math.round(100 * loaded / total)) : text("Uploaded. Reading the file…");
      if (loaded === total) bar.removeAttribute("value");
    };
    request.onload = () => resolve({ status: request.status, page: request.response });
    request.onerror = () => reject(new Error(text("The server can't be reached.")));
    request.send(body);
  });
}

function show({ status, page }) {
  const answer = page?.getElementById("outcome");
  if (!answer) throw new Error(text("The file can't be imported. The server responded with status {1}.", status));
  outcome.replaceChildren(...answer.childNodes);
  // The server lists the sheets of the file.
  form.elements.sheet.replaceChildren(...page.getElementById("sheet").children);
  // The server suggests a currency if the file is a list in another one.
  form.elements.currency.value = page.getElementById("currency").value;
  document.getElementById("done")?.focus();
}

/** The assigned columns and the sheets were those of another file. */
file.addEventListener("change", () => {
  outcome.replaceChildren();
  form.elements.sheet.length = 1;
  title.textContent = "";
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = new FormData(form, event.submitter);
  body.set("scripted", "true");
  const buttons = [...document.querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  bar.hidden = false;
  bar.value = 0;
  try {
    show(await send(body));
  } catch (error) {
    const problem = Object.assign(document.createElement("p"), { textContent: error.message, className: "problem", id: "failed" });
    outcome.replaceChildren(problem);
  }
  for (const button of buttons) button.disabled = false;
  bar.hidden = true;
  title.textContent = document.getElementById("done") ? text("Imported.")
    : document.getElementById("failed") ? text("Nothing was imported.") : text("Preview only: nothing was imported.");
});
