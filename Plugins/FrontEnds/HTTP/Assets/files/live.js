// The page's connection to the event stream, and the banner that reports problems.
import { forgetUnreachable } from "./dialogs.js";
import { home } from "./home.js";
import { request } from "./request.js";
import { connect } from "./stream.js";
import { text as words } from "./text.js";

const banner = () => document.getElementById("banner");

/** Shows a problem in the banner, or hides the banner. Returns whether it has changed. */
export function showBanner(text, link) {
  const place = banner();
  if (!place || place.textContent.trim() === text) return false;
  place.replaceChildren();
  if (!text) return true;
  const line = Object.assign(document.createElement("p"), { textContent: text });
  if (link) line.append(" ", Object.assign(document.createElement("a"), link));
  place.append(line);
  return true;
}

/** Returns the link for signing in, which leads back to this page. */
export function signInLink() {
  return { href: `${home}sign-in?next=${encodeURIComponent(location.pathname + location.search)}`, textContent: words("Sign in") };
}

let port;
let away;
let isOpen = false;
/** Whether the stream was interrupted after it had been open. */
let isLost = false;
let wish = () => ({ list: "" });

/** Whether the page receives events. */
export const isLive = () => isOpen;

/** Subscribes to the displayed list from its displayed state on. Called again when another list is displayed. */
export function join() { if (!document.hidden) port?.postMessage(wish()); }

function stopAsking() {
  clearTimeout(away);
  away = undefined;
}

function leave() {
  stopAsking();
  isOpen = false;
  port?.postMessage({ isLeaving: true });
}

/**
 * Receives events. `shown` returns the displayed list and state, `hear` receives its changes, and `change` is called
 * when everything must be reloaded.
 */
export function follow(shown, hear, change) {
  wish = shown;
  const take = ({ data }) => {
    if (data.kind === "open") {
      stopAsking();
      isOpen = true;
      if (isLost) forgetUnreachable();
      isLost = false;
    } else if (data.kind === "lost") {
      isOpen = false;
      isLost = true;
      // Don't report a short interruption.
      away ??= setTimeout(findOut, 2000);
    } else if (data.kind === "condition") {
      // Each stream begins with the store's condition, so that an older banner disappears.
      if (showBanner(data.problem)) change();
    } else {
      hear(data);
    }
  };
  connect((line) => {
    port = line;
    port.onmessage = take;
    join();
  });
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => { if (event.persisted) join(); });
  // A hidden page needs no events. It catches up when it becomes visible.
  document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); else join(); });
}

/** Determines why no events arrive. */
async function findOut() {
  away = undefined;
  try {
    const answer = await request(`${home}api/store`);
    if (answer.status === 401) showBanner(words("You are signed out. This page may be out of date."), signInLink());
    else if (answer.ok) join();
  } catch {
    showBanner(words("The server can't be reached. This page may be out of date, and changes can't be saved."));
  }
}
