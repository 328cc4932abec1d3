// The form that asks for an action's arguments, in a dialog over the page.
import { messageOf } from "./announce.js";
import { reasonOf } from "./dialogs.js";
import { request } from "./request.js";
import { text as words } from "./text.js";

const element = (name, properties) => Object.assign(document.createElement(name), properties);

/** Shows the form of a page in a dialog. `made` receives the answer to the form, and the sentence in it. */
export function showForm(text, made) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const dialog = element("dialog", {});
  const title = element("h2", { id: "dialog-title", textContent: page.querySelector("main h1").textContent });
  const form = document.adoptNode(page.querySelector(".action-form"));
  const problem = element("p", { className: "problem" });
  problem.setAttribute("role", "alert");
  dialog.setAttribute("aria-labelledby", title.id);
  form.prepend(problem);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const answer = await request(form.action, {
        method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/html", Prefer: "return=minimal" },
      });
      if (!answer.ok) return void (problem.textContent = await reasonOf(answer));
      dialog.close();
      made(answer, await messageOf(answer));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      problem.textContent = words("The server can't be reached.");
    }
  });
  form.querySelector("a.button").addEventListener("click", (event) => { event.preventDefault(); dialog.close(); });
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(title, form);
  document.body.append(dialog);
  dialog.showModal();
}

/** Shows the form to which a link leads. */
export async function openForm(link, made) {
  const answer = await request(link.href, { headers: { Accept: "text/html" } }).catch(() => undefined);
  if (answer?.ok) showForm(await answer.text(), made);
  else location.assign(link.href); // The browser shows what is wrong.
}
