// Announcements for screen readers.
import { plural } from "./text.js";

const own = new Set();
let heard = [];
let timer;

/** Announces a text. */
export function announce(text) {
  const status = document.getElementById("status");
  if (status) status.textContent = text;
}

/**
 * Records the ID or revision of a state that the user's own change has created, so that it isn't announced as a
 * change by others.
 */
export function noteOwn(state, text) {
  own.add(state);
  announce(text);
}

/** Returns the message of an action's result, or `undefined` for other responses. */
export async function messageOf(answer) {
  if (answer.headers.get("Content-Type") !== "application/json") return undefined;
  return (await answer.json()).message;
}

/** Records a step. Changes by others are announced together, at most every few seconds. */
export function noteStep(step) {
  const count = step.removed.length + step.inserted.length + step.moved.length + step.changed.length;
  heard.push({ state: step.to, count, at: Date.now() });
  timer ??= setTimeout(announceOthers, 3000);
}

/** Announces the changes by others. The newest steps wait, because a user's own step can arrive before its response. */
function announceOthers() {
  const latest = Date.now() - 1000;
  const isOwn = ({ state }) => [state, state.split("-").at(-1)].some((name) => own.delete(name));
  const count = heard.filter((step) => step.at <= latest && !isOwn(step)).reduce((sum, { count }) => sum + count, 0);
  if (count) announce(plural(count, "{1} item was changed by others.", "{1} items were changed by others."));
  heard = heard.filter(({ at }) => at > latest);
  timer = heard.length ? setTimeout(announceOthers, 3000) : undefined;
}
