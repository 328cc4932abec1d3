// Sends requests to the server. If the session has ended, the user signs in on the same page, and the request is sent
// again.
import { home } from "./home.js";
import { text as words } from "./text.js";

let signing;

/** Whether a response requires signing in. */
const isSignedOut = (answer) => answer.status === 401
  || answer.redirected && new URL(answer.url).pathname === `${home}sign-in`;

/** Works like `fetch`. The body must not be a stream, because it may have to be sent twice. */
export async function request(address, options) {
  const answer = await fetch(address, options);
  if (!isSignedOut(answer) || !await signIn()) return answer;
  return fetch(address, options);
}

/** Works like `request` for a form with files, and reports the upload progress, which fetch doesn't. */
export async function upload(address, body, progress) {
  const answer = await send(address, body, progress);
  if (!isSignedOut(answer) || !await signIn()) return answer;
  return send(address, body, progress);
}

function send(address, body, progress) {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open("POST", address);
    sending.setRequestHeader("Accept", "text/html");
    sending.upload.onprogress = ({ loaded, total }) => progress(total ? loaded / total : 0);
    sending.onload = () => {
      const answer = new Response(sending.responseText, {
        status: sending.status, headers: { "Content-Type": sending.getResponseHeader("Content-Type") ?? "text/html" },
      });
      const isRedirected = new URL(sending.responseURL).href !== new URL(address, location.href).href;
      resolve(Object.defineProperties(answer, { redirected: { value: isRedirected }, url: { value: sending.responseURL } }));
    };
    sending.onerror = () => reject(new TypeError(words("The server can't be reached.")));
    sending.send(body);
  });
}

/** Asks the user to sign in, only once for simultaneous requests. Returns whether they did. */
export function signIn() {
  signing ??= askToSignIn().catch(() => false).finally(() => { signing = undefined; });
  return signing;
}

async function askToSignIn() {
  const answer = await fetch(`${home}sign-in`, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const form = page.querySelector(`form[action='${home}sign-in']`);
  if (!form) return false;
  const dialog = Object.assign(document.createElement("dialog"), { className: "sign-in" });
  dialog.setAttribute("aria-labelledby", "sign-in-title");
  const title = Object.assign(document.createElement("h2"), { id: "sign-in-title", textContent: words("You are signed out") });
  const text = Object.assign(document.createElement("p"), { textContent: words("Sign in to continue.") });
  const cancel = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: words("Cancel") });
  const problem = Object.assign(document.createElement("p"), { className: "problem" });
  problem.setAttribute("role", "alert");
  cancel.addEventListener("click", () => dialog.close());
  form.querySelector(".actions").prepend(cancel);
  form.querySelector(".actions").before(problem);
  dialog.append(title, text, document.adoptNode(form));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    let isIn = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const answer = await fetch(`${home}sign-in`, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/html" } });
        isIn = answer.ok;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        problem.textContent = isIn ? "" : page.querySelector(".problem, main p")?.textContent ?? words("Sign-in failed.");
      } catch {
        problem.textContent = words("The server can't be reached.");
      }
      if (isIn) dialog.close(); else form.querySelector("[type=password]")?.select();
    });
    dialog.addEventListener("close", () => { dialog.remove(); resolve(isIn); });
  });
}
