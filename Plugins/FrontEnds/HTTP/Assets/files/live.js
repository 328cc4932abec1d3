// The page's connection to the event stream, and the banner that reports problems.
import { forgetUnreachable } from "./dialogs.js";
import { request } from "./request.js";
import { connect } from "./stream.js";

const banner = () => document.getElementById("banner");

/** Says above everything what is wrong, or nothing. True where that is something else than before. */
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

/** Where to sign in, and come back from. */
export function signInLink() {
  return { href: `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`, textContent: "Sign in" };
}

let port;
let away;
let isOpen = false;
/** Whether the stream broke since it was open. */
let isLost = false;
/** Whether the page has said that the server is away. */
let isAway = false;
let wish = () => ({ list: "" });

/** Whether what happens on the server is told here. */
export const isLive = () => isOpen;

/** Follows the list that the page shows from the state that it shows; called again when that has become another. */
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

/** Hears what happens: `shown` says what the page shows, `hear` gets what becomes of it and `change` that all is other. */
export function follow(shown, hear, change) {
  wish = shown;
  const take = ({ data }) => {
    if (data.kind === "open") {
      stopAsking();
      isOpen = true;
      if (isLost) forgetUnreachable();
      isLost = false;
      if (isAway) showBanner("");
      isAway = false;
    } else if (data.kind === "lost") {
      isOpen = false;
      isLost = true;
      // Don't report a short interruption.
      away ??= setTimeout(findOut, 2000);
    } else if (data.kind === "condition") {
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

/** Why nothing comes any more. */
async function findOut() {
  away = undefined;
  try {
    const answer = await request("/api/store");
    if (answer.status === 401) showBanner("You are signed out. This page may be out of date.", signInLink());
    else if (answer.ok) join();
  } catch {
    isAway = true;
    showBanner("The server can’t be reached. This page may be out of date, and changes can’t be saved.");
  }
}
