// Announcements for screen readers.

const own = new Set();
let heard = [];
let timer;

/** Says something. */
export function announce(text) {
  const status = document.getElementById("status");
  if (status) status.textContent = text;
}

/** A change of one's own, by the name or the number of the state that it has made: it is not said to be by others. */
export function noteOwn(state, text) {
  own.add(state);
  announce(text);
}

/** The sentence in which an action reports what it did; undefined for other answers. */
export async function messageOf(answer) {
  if (answer.headers.get("Content-Type") !== "application/json") return undefined;
  return (await answer.json()).message;
}

/** A step that came: what others did is said every few seconds at most, all in one. */
export function noteStep(step) {
  heard.push({ state: step.to, count: step.removed.length + step.inserted.length + step.moved.length + step.changed.length });
  timer ??= setTimeout(() => {
    const count = heard.filter(({ state }) => !own.has(state) && !own.has(state.split("-").at(-1))).reduce((sum, { count }) => sum + count, 0);
    if (count) announce(count === 1 ? "1 item was changed by others." : `${count} items were changed by others.`);
    heard = [];
    own.clear();
    timer = undefined;
  }, 3000);
}
